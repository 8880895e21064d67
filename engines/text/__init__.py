"""The text front end: from an utterance to segments of model symbols. The door is `engines.text.reader`."""
