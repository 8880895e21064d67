<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en_US">
    <context>
        <name>AuditionWindow</name>
        <message numerus="yes">
            <source>{0} of %n right</source>
            <translation>
                <numerusform>{0} of %n right</numerusform>
                <numerusform>{0} of %n right</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Cast</name>
        <message numerus="yes">
            <source>{0} is the voice now: %n line(s) to make again.</source>
            <translation>
                <numerusform>{0} is the voice now: %n line to make again.</numerusform>
                <numerusform>{0} is the voice now: %n lines to make again.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CastPanel</name>
        <message numerus="yes">
            <source>{0} is removed; %n line(s) went to the narrator.</source>
            <translation>
                <numerusform>{0} is removed; %n line went to the narrator.</numerusform>
                <numerusform>{0} is removed; %n lines went to the narrator.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CurveNote</name>
        <message numerus="yes">
            <source>%n edit(s) of this line are of words that it no longer says. They are kept, and hold again when the words come back.</source>
            <translation>
                <numerusform>%n edit of this line is of words that it no longer says. It is kept, and holds again when the words come back.</numerusform>
                <numerusform>%n edits of this line are of words that it no longer says. They are kept, and hold again when the words come back.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CurvesRow</name>
        <message numerus="yes">
            <source>Pitch, energy or lengths of %n clause(s) are edited.</source>
            <translation>
                <numerusform>Pitch, energy or lengths of %n clause are edited.</numerusform>
                <numerusform>Pitch, energy or lengths of %n clauses are edited.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Document</name>
        <message numerus="yes">
            <source>%n cast member(s) could not be read.</source>
            <translation>
                <numerusform>%n cast member could not be read.</numerusform>
                <numerusform>%n cast members could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n emotion(s) could not be read and were left out.</source>
            <translation>
                <numerusform>%n emotion could not be read and was left out.</numerusform>
                <numerusform>%n emotions could not be read and were left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n karaoke line(s) were left out.</source>
            <translation>
                <numerusform>%n karaoke line was left out.</numerusform>
                <numerusform>%n karaoke lines were left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) could not be read and were left out.</source>
            <translation>
                <numerusform>%n line could not be read and was left out.</numerusform>
                <numerusform>%n lines could not be read and were left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) have an emotion or a speed that does not exist.</source>
            <translation>
                <numerusform>%n line has an emotion or a speed that does not exist.</numerusform>
                <numerusform>%n lines have an emotion or a speed that does not exist.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) have times that could not be read, and are without.</source>
            <translation>
                <numerusform>%n line has times that could not be read, and is without.</numerusform>
                <numerusform>%n lines have times that could not be read, and are without.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reading(s) of the project's lexicon could not be read and were left out.</source>
            <translation>
                <numerusform>%n reading of the project's lexicon could not be read and was left out.</numerusform>
                <numerusform>%n readings of the project's lexicon could not be read and were left out.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) begin before the one above ends.</source>
            <translation>
                <numerusform>%n subtitle begins before the one above ends.</numerusform>
                <numerusform>%n subtitles begin before the one above ends.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) could not be read.</source>
            <translation>
                <numerusform>%n subtitle could not be read.</numerusform>
                <numerusform>%n subtitles could not be read.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) end before they begin.</source>
            <translation>
                <numerusform>%n subtitle ends before it begins.</numerusform>
                <numerusform>%n subtitles end before they begin.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) were not in order of time.</source>
            <translation>
                <numerusform>%n subtitle was not in order of time.</numerusform>
                <numerusform>%n subtitles were not in order of time.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n take(s) could not be read and will be made again.</source>
            <translation>
                <numerusform>%n take could not be read and will be made again.</numerusform>
                <numerusform>%n takes could not be read and will be made again.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>The audio of %n take(s) is lost; the line(s) can be made again.</source>
            <translation>
                <numerusform>The audio of %n take is lost; its line can be made again.</numerusform>
                <numerusform>The audio of %n takes is lost; their lines can be made again.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Durations</name>
        <message numerus="yes">
            <source>about %n minute(s) left</source>
            <translation>
                <numerusform>about %n minute left</numerusform>
                <numerusform>about %n minutes left</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n second(s) left</source>
            <translation>
                <numerusform>about %n second left</numerusform>
                <numerusform>about %n seconds left</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EmotionBox</name>
        <message numerus="yes">
            <source>Change emotion of %n line(s)</source>
            <translation>
                <numerusform>Change emotion of %n line</numerusform>
                <numerusform>Change emotion of %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Speak %n line(s) like no recording</source>
            <translation>
                <numerusform>Speak %n line like no recording</numerusform>
                <numerusform>Speak %n lines like no recording</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Speak %n line(s) like {0}</source>
            <translation>
                <numerusform>Speak %n line like {0}</numerusform>
                <numerusform>Speak %n lines like {0}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EmotionCommands</name>
        <message numerus="yes">
            <source>Change emotion of %n line(s)</source>
            <translation>
                <numerusform>Change emotion of %n line</numerusform>
                <numerusform>Change emotion of %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Export</name>
        <message numerus="yes">
            <source>%n cancelled</source>
            <translation>
                <numerusform>%n cancelled</numerusform>
                <numerusform>%n cancelled</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n empty line(s) left out</source>
            <translation>
                <numerusform>%n empty line left out</numerusform>
                <numerusform>%n empty lines left out</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n failed</source>
            <translation>
                <numerusform>%n failed</numerusform>
                <numerusform>%n failed</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s)</source>
            <translation>
                <numerusform>%n file</numerusform>
                <numerusform>%n files</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) written</source>
            <translation>
                <numerusform>%n file written</numerusform>
                <numerusform>%n files written</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) have no time and follow the line before.</source>
            <translation>
                <numerusform>%n line has no time and follows the line before.</numerusform>
                <numerusform>%n lines have no time and follow the line before.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n skipped</source>
            <translation>
                <numerusform>%n skipped</numerusform>
                <numerusform>%n skipped</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message numerus="yes">
            <source>Export %n line(s)</source>
            <translation>
                <numerusform>Export %n line</numerusform>
                <numerusform>Export %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExportPanel</name>
        <message numerus="yes">
            <source>{0} of %n file(s)</source>
            <translation>
                <numerusform>{0} of %n file</numerusform>
                <numerusform>{0} of %n files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message numerus="yes">
            <source>%n match(es)</source>
            <translation>
                <numerusform>%n match</numerusform>
                <numerusform>%n matches</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n match(es)</source>
            <translation>
                <numerusform>{0} of %n match</numerusform>
                <numerusform>{0} of %n matches</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Finder</name>
        <message numerus="yes">
            <source>Replace %n match(es)</source>
            <translation>
                <numerusform>Replace %n match</numerusform>
                <numerusform>Replace %n matches</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Import</name>
        <message numerus="yes">
            <source>%n left out</source>
            <translation>
                <numerusform>%n left out</numerusform>
                <numerusform>%n left out</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n line</numerusform>
                <numerusform>%n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message numerus="yes">
            <source>Import %n file(s)</source>
            <translation>
                <numerusform>Import %n file</numerusform>
                <numerusform>Import %n files</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>InspectorFields</name>
        <message numerus="yes">
            <source>Change language of %n line(s)</source>
            <translation>
                <numerusform>Change language of %n line</numerusform>
                <numerusform>Change language of %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change speed of %n line(s)</source>
            <translation>
                <numerusform>Change speed of %n line</numerusform>
                <numerusform>Change speed of %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>InspectorPanel</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n line</numerusform>
                <numerusform>%n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LexiconFiles</name>
        <message numerus="yes">
            <source>%n entry(s) are in {0}.</source>
            <translation>
                <numerusform>%n entry is in {0}.</numerusform>
                <numerusform>%n entries are in {0}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entry(s) came from {0}.</source>
            <translation>
                <numerusform>%n entry came from {0}.</numerusform>
                <numerusform>%n entries came from {0}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n were left out:</source>
            <translation>
                <numerusform>%n was left out:</numerusform>
                <numerusform>%n were left out:</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LexiconPage</name>
        <message numerus="yes">
            <source>%n entry(s)</source>
            <translation>
                <numerusform>%n entry</numerusform>
                <numerusform>%n entries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Remove %n entry(s)</source>
            <translation>
                <numerusform>Remove %n entry</numerusform>
                <numerusform>Remove %n entries</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n entry(s)</source>
            <translation>
                <numerusform>{0} of %n entry</numerusform>
                <numerusform>{0} of %n entries</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LexiconWindow</name>
        <message numerus="yes">
            <source>%n entry(s) are in the other list too now.</source>
            <translation>
                <numerusform>%n entry is in the other list too now.</numerusform>
                <numerusform>%n entries are in the other list too now.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Copy %n entry(s)</source>
            <translation>
                <numerusform>Copy %n entry</numerusform>
                <numerusform>Copy %n entries</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>MergeDialog</name>
        <message numerus="yes">
            <source>%n entry(s) are the same in both.</source>
            <translation>
                <numerusform>%n entry is the same in both.</numerusform>
                <numerusform>%n entries are the same in both.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n word(s) are new and will be added.</source>
            <translation>
                <numerusform>%n word is new and will be added.</numerusform>
                <numerusform>%n words are new and will be added.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n word(s) are read otherwise in the file:</source>
            <translation>
                <numerusform>%n word is read otherwise in the file:</numerusform>
                <numerusform>%n words are read otherwise in the file:</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PronunciationBox</name>
        <message numerus="yes">
            <source>? %n word(s) guessed: listen whether they are right.</source>
            <translation>
                <numerusform>? %n word guessed: listen whether it is right.</numerusform>
                <numerusform>? %n words guessed: listen whether they are right.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>PronunciationEditor</name>
        <message numerus="yes">
            <source>Here and %n other(s)</source>
            <translation>
                <numerusform>Here and %n other</numerusform>
                <numerusform>Here and %n others</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScriptCommands</name>
        <message numerus="yes">
            <source>Begin %n section(s)</source>
            <translation>
                <numerusform>Begin %n section</numerusform>
                <numerusform>Begin %n sections</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Cut %n line(s)</source>
            <translation>
                <numerusform>Cut %n line</numerusform>
                <numerusform>Cut %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n line(s)</source>
            <translation>
                <numerusform>Delete %n line</numerusform>
                <numerusform>Delete %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Duplicate %n line(s)</source>
            <translation>
                <numerusform>Duplicate %n line</numerusform>
                <numerusform>Duplicate %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Join %n line(s)</source>
            <translation>
                <numerusform>Join %n line</numerusform>
                <numerusform>Join %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Join %n section(s) to the one above</source>
            <translation>
                <numerusform>Join %n section to the one above</numerusform>
                <numerusform>Join %n sections to the one above</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Move %n line(s)</source>
            <translation>
                <numerusform>Move %n line</numerusform>
                <numerusform>Move %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Paste %n line(s)</source>
            <translation>
                <numerusform>Paste %n line</numerusform>
                <numerusform>Paste %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScriptEditing</name>
        <message numerus="yes">
            <source>Change emotion of %n line(s)</source>
            <translation>
                <numerusform>Change emotion of %n line</numerusform>
                <numerusform>Change emotion of %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change speed of %n line(s)</source>
            <translation>
                <numerusform>Change speed of %n line</numerusform>
                <numerusform>Change speed of %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change the fit of %n line(s)</source>
            <translation>
                <numerusform>Change the fit of %n line</numerusform>
                <numerusform>Change the fit of %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change voice of %n line(s)</source>
            <translation>
                <numerusform>Change voice of %n line</numerusform>
                <numerusform>Change voice of %n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Give %n line(s) to {0}</source>
            <translation>
                <numerusform>Give %n line to {0}</numerusform>
                <numerusform>Give %n lines to {0}</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScriptFilterBar</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n line</numerusform>
                <numerusform>%n lines</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n line(s)</source>
            <translation>
                <numerusform>{0} of %n line</numerusform>
                <numerusform>{0} of %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScriptFinding</name>
        <message numerus="yes">
            <source>%n match(es) replaced; undo brings them back.</source>
            <translation>
                <numerusform>%n match replaced; undo brings it back.</numerusform>
                <numerusform>%n matches replaced; undo brings them back.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message numerus="yes">
            <source>%n interruption(s)</source>
            <translation>
                <numerusform>%n interruption</numerusform>
                <numerusform>%n interruptions</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) queued</source>
            <translation>
                <numerusform>%n line queued</numerusform>
                <numerusform>%n lines queued</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n running</source>
            <translation>
                <numerusform>%n running</numerusform>
                <numerusform>%n running</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>VoiceCommands</name>
        <message numerus="yes">
            <source>This project brings %n voice(s) of its own: {0}.</source>
            <translation>
                <numerusform>This project brings a voice of its own: {0}.</numerusform>
                <numerusform>This project brings %n voices of its own: {0}.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>VoicesPanel</name>
        <message numerus="yes">
            <source>Voice of %n line(s)</source>
            <translation>
                <numerusform>Voice of %n line</numerusform>
                <numerusform>Voice of %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message numerus="yes">
            <source>%n line(s), {0}</source>
            <translation>
                <numerusform>%n line, {0}</numerusform>
                <numerusform>%n lines, {0}</numerusform>
            </translation>
        </message>
    </context>
</TS>
