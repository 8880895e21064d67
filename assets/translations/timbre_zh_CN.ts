<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en_US">
    <context>
        <name>About</name>
        <message>
            <source>A voice studio in which a script becomes sound while you listen.</source>
            <translation>一个配音工作室：脚本一边生成声音，你一边就能听到。</translation>
        </message>
        <message>
            <source>About Timbre Studio</source>
            <translation>关于 Timbre Studio</translation>
        </message>
        <message>
            <source>Licence</source>
            <translation>许可证</translation>
        </message>
        <message>
            <source>Notice</source>
            <translation>声明</translation>
        </message>
        <message>
            <source>Package</source>
            <translation>软件包</translation>
        </message>
        <message>
            <source>Packages</source>
            <translation>软件包</translation>
        </message>
        <message>
            <source>Version</source>
            <translation>版本</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <source>&amp;About Timbre Studio</source>
            <translation>关于 Timbre Studio(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Activity</source>
            <translation>后台任务(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Add line</source>
            <translation>添加一行(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Back 2 seconds</source>
            <translation>后退 2 秒(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Blend voices…</source>
            <translation>混合声音(&amp;B)…</translation>
        </message>
        <message>
            <source>&amp;Cast</source>
            <translation>角色(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Clone a voice from what is chosen…</source>
            <translation>从所选部分克隆声音(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Clone a voice…</source>
            <translation>克隆声音(&amp;C)…</translation>
        </message>
        <message>
            <source>&amp;Copy lines</source>
            <translation>复制行(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Duplicate</source>
            <translation>再制(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Duplicate the voice</source>
            <translation>复制一份声音(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Edit text</source>
            <translation>编辑文本(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Export</source>
            <translation>导出(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Export all lines…</source>
            <translation>导出所有行(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Feel the selected words as…</source>
            <translation>为选中的文字设置情绪(&amp;F)…</translation>
        </message>
        <message>
            <source>&amp;Find…</source>
            <translation>查找(&amp;F)…</translation>
        </message>
        <message>
            <source>&amp;Fit lines to their times…</source>
            <translation>让台词贴合时间(&amp;F)…</translation>
        </message>
        <message>
            <source>&amp;Forward 2 seconds</source>
            <translation>前进 2 秒(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Hear the voice</source>
            <translation>试听声音(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Import presets…</source>
            <translation>导入预设(&amp;I)…</translation>
        </message>
        <message>
            <source>&amp;Import text or subtitles…</source>
            <translation>导入文本或字幕(&amp;I)…</translation>
        </message>
        <message>
            <source>&amp;Import voices…</source>
            <translation>导入声音(&amp;I)…</translation>
        </message>
        <message>
            <source>&amp;Install the speech model</source>
            <translation>安装语音模型(&amp;I)</translation>
        </message>
        <message>
            <source>&amp;Join lines</source>
            <translation>合并行(&amp;J)</translation>
        </message>
        <message>
            <source>&amp;Keyboard shortcuts…</source>
            <translation>键盘快捷键(&amp;K)…</translation>
        </message>
        <message>
            <source>&amp;Less of it</source>
            <translation>减弱(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Loop</source>
            <translation>循环播放(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Make</source>
            <translation>生成(&amp;M)</translation>
        </message>
        <message>
            <source>&amp;New project</source>
            <translation>新建项目(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Next problem</source>
            <translation>下一个问题(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Open a video or sound…</source>
            <translation>打开视频或音频(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Open…</source>
            <translation>打开(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Paste lines</source>
            <translation>粘贴行(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Play or pause</source>
            <translation>播放或暂停(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Play the video with the script</source>
            <translation>随脚本播放视频(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Previous problem</source>
            <translation>上一个问题(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>&amp;Redo</source>
            <translation>重做(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Remove the video from the project</source>
            <translation>从项目中移除视频(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Rename the voice…</source>
            <translation>重命名声音(&amp;R)…</translation>
        </message>
        <message>
            <source>&amp;Save</source>
            <translation>保存(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Spectrogram</source>
            <translation>频谱图(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Spell the words out</source>
            <translation>逐字母拼读(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Split line</source>
            <translation>拆分行(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Tags of the voice…</source>
            <translation>声音的标签(&amp;T)…</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <source>&amp;Use voice for selected lines</source>
            <translation>将声音用于所选行(&amp;U)</translation>
        </message>
        <message>
            <source>&amp;Voices</source>
            <translation>声音(&amp;V)</translation>
        </message>
        <message>
            <source>&amp;Welcome page</source>
            <translation>欢迎页(&amp;W)</translation>
        </message>
        <message>
            <source>Begin a se&amp;ction here, or not</source>
            <translation>在此处开始新的一节，或取消(&amp;C)</translation>
        </message>
        <message>
            <source>C&amp;ompare emotions and voices…</source>
            <translation>比较情绪和声音(&amp;O)…</translation>
        </message>
        <message>
            <source>C&amp;urves</source>
            <translation>曲线(&amp;U)</translation>
        </message>
        <message>
            <source>Choose from here &amp;on</source>
            <translation>从此处开始选择(&amp;O)</translation>
        </message>
        <message>
            <source>Choose up to &amp;here</source>
            <translation>选择到此处(&amp;H)</translation>
        </message>
        <message>
            <source>Command &amp;palette…</source>
            <translation>命令面板(&amp;P)…</translation>
        </message>
        <message>
            <source>Correct the &amp;reading</source>
            <translation>纠正读音(&amp;R)</translation>
        </message>
        <message>
            <source>Cu&amp;t lines</source>
            <translation>剪切行(&amp;T)</translation>
        </message>
        <message>
            <source>De&amp;lete</source>
            <translation>删除(&amp;L)</translation>
        </message>
        <message>
            <source>De&amp;lete the voice</source>
            <translation>删除声音(&amp;L)</translation>
        </message>
        <message>
            <source>E&amp;xport the voice…</source>
            <translation>导出声音(&amp;X)…</translation>
        </message>
        <message>
            <source>Edit the &amp;curves</source>
            <translation>编辑曲线(&amp;C)</translation>
        </message>
        <message>
            <source>Export se&amp;lected lines…</source>
            <translation>导出所选行(&amp;L)…</translation>
        </message>
        <message>
            <source>Export the &amp;sound of the dub…</source>
            <translation>导出配音的声音(&amp;S)…</translation>
        </message>
        <message>
            <source>Export the &amp;video with the dub…</source>
            <translation>导出带配音的视频(&amp;V)…</translation>
        </message>
        <message>
            <source>Feel &amp;afraid</source>
            <translation>害怕(&amp;A)</translation>
        </message>
        <message>
            <source>Feel &amp;calm</source>
            <translation>平静(&amp;C)</translation>
        </message>
        <message>
            <source>Feel &amp;disgusted</source>
            <translation>厌恶(&amp;D)</translation>
        </message>
        <message>
            <source>Feel &amp;happy</source>
            <translation>开心(&amp;H)</translation>
        </message>
        <message>
            <source>Feel &amp;melancholic</source>
            <translation>忧郁(&amp;M)</translation>
        </message>
        <message>
            <source>Feel &amp;nothing</source>
            <translation>无情绪(&amp;N)</translation>
        </message>
        <message>
            <source>Feel &amp;sad</source>
            <translation>悲伤(&amp;S)</translation>
        </message>
        <message>
            <source>Feel an&amp;gry</source>
            <translation>愤怒(&amp;G)</translation>
        </message>
        <message>
            <source>Feel s&amp;urprised</source>
            <translation>惊讶(&amp;U)</translation>
        </message>
        <message>
            <source>I&amp;nspector</source>
            <translation>检查器(&amp;N)</translation>
        </message>
        <message>
            <source>Insert or change a pa&amp;use…</source>
            <translation>插入或更改停顿(&amp;U)…</translation>
        </message>
        <message>
            <source>Make all lines</source>
            <translation>生成所有行</translation>
        </message>
        <message>
            <source>Make another &amp;take</source>
            <translation>再生成一个版本(&amp;T)</translation>
        </message>
        <message>
            <source>Mo&amp;re of it</source>
            <translation>加强(&amp;R)</translation>
        </message>
        <message>
            <source>Move &amp;up</source>
            <translation>上移(&amp;U)</translation>
        </message>
        <message>
            <source>Move do&amp;wn</source>
            <translation>下移(&amp;W)</translation>
        </message>
        <message>
            <source>Ne&amp;xt panel</source>
            <translation>下一个面板(&amp;X)</translation>
        </message>
        <message>
            <source>Open the sa&amp;mple project</source>
            <translation>打开示例项目(&amp;M)</translation>
        </message>
        <message>
            <source>P&amp;revious panel</source>
            <translation>上一个面板(&amp;R)</translation>
        </message>
        <message>
            <source>Play &amp;all</source>
            <translation>播放全部(&amp;A)</translation>
        </message>
        <message>
            <source>Play &amp;selection</source>
            <translation>播放所选行(&amp;S)</translation>
        </message>
        <message>
            <source>Play from &amp;here</source>
            <translation>从这里播放(&amp;H)</translation>
        </message>
        <message>
            <source>Pre&amp;ferences…</source>
            <translation>偏好设置(&amp;F)…</translation>
        </message>
        <message>
            <source>Pronunciation &amp;lexicons…</source>
            <translation>读音词典(&amp;L)…</translation>
        </message>
        <message>
            <source>R&amp;eplace…</source>
            <translation>替换(&amp;E)…</translation>
        </message>
        <message>
            <source>Read the words as a &amp;number</source>
            <translation>按数字读(&amp;N)</translation>
        </message>
        <message>
            <source>Read the words as a da&amp;te</source>
            <translation>按日期读(&amp;T)</translation>
        </message>
        <message>
            <source>Read the words as a te&amp;lephone number</source>
            <translation>按电话号码读(&amp;L)</translation>
        </message>
        <message>
            <source>Read the words as an &amp;ordinal</source>
            <translation>按序数读(&amp;O)</translation>
        </message>
        <message>
            <source>Read the words as single di&amp;gits</source>
            <translation>逐位读数字(&amp;G)</translation>
        </message>
        <message>
            <source>Reset &amp;layout</source>
            <translation>重置布局(&amp;L)</translation>
        </message>
        <message>
            <source>S&amp;top</source>
            <translation>停止(&amp;T)</translation>
        </message>
        <message>
            <source>Save &amp;as…</source>
            <translation>另存为(&amp;A)…</translation>
        </message>
        <message>
            <source>Save as &amp;preset…</source>
            <translation>存为预设(&amp;P)…</translation>
        </message>
        <message>
            <source>Show &amp;whole take</source>
            <translation>显示整个版本(&amp;W)</translation>
        </message>
        <message>
            <source>Switch between takes (A/&amp;B)</source>
            <translation>切换版本 (A/&amp;B)</translation>
        </message>
        <message>
            <source>Take away what is laid &amp;down here</source>
            <translation>取消此处指定的读法(&amp;D)</translation>
        </message>
        <message>
            <source>Vi&amp;deo</source>
            <translation>视频(&amp;D)</translation>
        </message>
        <message>
            <source>Voice is a &amp;favourite, or not</source>
            <translation>收藏或取消收藏声音(&amp;F)</translation>
        </message>
        <message>
            <source>Wave&amp;form</source>
            <translation>波形(&amp;F)</translation>
        </message>
        <message>
            <source>Zoom waveform &amp;in</source>
            <translation>放大波形(&amp;I)</translation>
        </message>
        <message>
            <source>Zoom waveform &amp;out</source>
            <translation>缩小波形(&amp;O)</translation>
        </message>
    </context>
    <context>
        <name>ActivityPanel</name>
        <message>
            <source>Activity</source>
            <translation>后台任务</translation>
        </message>
        <message>
            <source>Nothing is running. Imports, downloads and voices being refined show their progress here, exports in their own panel.</source>
            <translation>没有正在运行的任务。导入、下载和声音精修的进度显示在这里，导出的进度显示在导出面板。</translation>
        </message>
    </context>
    <context>
        <name>ActivityRow</name>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Stop “{0}”</source>
            <translation>停止“{0}”</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
    </context>
    <context>
        <name>Application</name>
        <message>
            <source>Timbre Studio cannot start ({0}). The details are in {1}.</source>
            <translation>Timbre Studio 无法启动（{0}）。详情见 {1}。</translation>
        </message>
    </context>
    <context>
        <name>AuditionAxis</name>
        <message>
            <source>As it is</source>
            <translation>保持原样</translation>
        </message>
        <message>
            <source>Emotions</source>
            <translation>情绪</translation>
        </message>
        <message>
            <source>Intensities</source>
            <translation>强度</translation>
        </message>
        <message>
            <source>One, as it is</source>
            <translation>只有一个，保持原样</translation>
        </message>
        <message>
            <source>Voices</source>
            <translation>声音</translation>
        </message>
    </context>
    <context>
        <name>AuditionTable</name>
        <message>
            <source>As it is</source>
            <translation>保持原样</translation>
        </message>
        <message>
            <source>failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>making</source>
            <translation>正在生成</translation>
        </message>
        <message>
            <source>waiting</source>
            <translation>等待中</translation>
        </message>
    </context>
    <context>
        <name>AuditionWindow</name>
        <message>
            <source>&amp;Columns</source>
            <translation>列(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Rows</source>
            <translation>行(&amp;R)</translation>
        </message>
        <message>
            <source>Choose and hear two cells first: Shift+A in one, Shift+B in the other.</source>
            <translation>先选两格并听一遍：在一格按 Shift+A，在另一格按 Shift+B。</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Compare emotions and voices</source>
            <translation>比较情绪和声音</translation>
        </message>
        <message>
            <source>Enter</source>
            <translation>回车</translation>
        </message>
        <message>
            <source>Hear A or B without being told which.</source>
            <translation>听 A 或 B，但不告诉你是哪一个。</translation>
        </message>
        <message>
            <source>Hear A. Shift+A makes the present cell A.</source>
            <translation>听 A。Shift+A 把当前格设为 A。</translation>
        </message>
        <message>
            <source>Hear B. Shift+B makes the present cell B.</source>
            <translation>听 B。Shift+B 把当前格设为 B。</translation>
        </message>
        <message>
            <source>Keep as take</source>
            <translation>用作版本</translation>
        </message>
        <message>
            <source>Kept: the line is said as {0} now.</source>
            <translation>已采用：这一行现在这样说：{0}。</translation>
        </message>
        <message>
            <source>Play</source>
            <translation>播放</translation>
        </message>
        <message>
            <source>Right.</source>
            <translation>对。</translation>
        </message>
        <message>
            <source>Space</source>
            <translation>空格</translation>
        </message>
        <message>
            <source>This one is still being made; keep it once you have heard it.</source>
            <translation>这一格还在生成；听过以后再采用。</translation>
        </message>
        <message>
            <source>Ways to say the line</source>
            <translation>这一行的各种说法</translation>
        </message>
        <message>
            <source>Wrong: X was the other one.</source>
            <translation>错了：X 是另一个。</translation>
        </message>
        <message>
            <source>X is A</source>
            <translation>X 是 A</translation>
        </message>
        <message>
            <source>X is B</source>
            <translation>X 是 B</translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n right</source>
            <translation>
                <numerusform>%n 次中对 {0} 次</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Auditions</name>
        <message>
            <source>Say the line as {0}</source>
            <translation>这样说这一行：{0}</translation>
        </message>
        <message>
            <source>There is nothing to hear in this line; write words or numbers.</source>
            <translation>这一行没有能读出的内容；请写上文字或数字。</translation>
        </message>
    </context>
    <context>
        <name>Benchmark</name>
        <message>
            <source>The engine was opened again meanwhile: measure once more.</source>
            <translation>测量期间引擎重新打开过：请再测一次。</translation>
        </message>
    </context>
    <context>
        <name>BenchmarkPlot</name>
        <message>
            <source>First sound and real-time factor over the length of the speech</source>
            <translation>首声时间和实时率随语音长度的变化</translation>
        </message>
        <message>
            <source>First sound, ms</source>
            <translation>首声时间，毫秒</translation>
        </message>
        <message>
            <source>Length of the speech, s</source>
            <translation>语音长度，秒</translation>
        </message>
        <message>
            <source>Real-time factor</source>
            <translation>实时率</translation>
        </message>
    </context>
    <context>
        <name>BlendDialog</name>
        <message>
            <source>&amp;Add a voice…</source>
            <translation>添加声音(&amp;A)…</translation>
        </message>
        <message>
            <source>&amp;Hear it</source>
            <translation>试听(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Name of the voice</source>
            <translation>声音的名字(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Save voice</source>
            <translation>保存声音(&amp;S)</translation>
        </message>
        <message>
            <source>Blend</source>
            <translation>混合声音</translation>
        </message>
        <message>
            <source>Blend voices</source>
            <translation>混合声音</translation>
        </message>
        <message>
            <source>Change it</source>
            <translation>调整</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Hear &amp;every change</source>
            <translation>每次改动后自动试听(&amp;E)</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>The voices are not loaded yet: they appear here as soon as the model is.</source>
            <translation>声音还没有载入：语音模型载入后，会显示在这里。</translation>
        </message>
        <message>
            <source>Voices</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>{0} is among your voices now.</source>
            <translation>“{0}”已加入我的声音。</translation>
        </message>
    </context>
    <context>
        <name>BlendMorphs</name>
        <message>
            <source>&amp;Clarity</source>
            <translation>清晰度(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Pitch</source>
            <translation>音高(&amp;P)</translation>
        </message>
        <message>
            <source>A&amp;ge</source>
            <translation>年龄(&amp;G)</translation>
        </message>
        <message>
            <source>B&amp;rightness</source>
            <translation>明亮度(&amp;R)</translation>
        </message>
        <message>
            <source>Rese&amp;t</source>
            <translation>重置(&amp;T)</translation>
        </message>
        <message>
            <source>Si&amp;ze</source>
            <translation>体型(&amp;Z)</translation>
        </message>
        <message>
            <source>breathier</source>
            <translation>更多气声</translation>
        </message>
        <message>
            <source>brighter</source>
            <translation>更明亮</translation>
        </message>
        <message>
            <source>clearer</source>
            <translation>更清晰</translation>
        </message>
        <message>
            <source>darker</source>
            <translation>更低沉</translation>
        </message>
        <message>
            <source>higher</source>
            <translation>更高</translation>
        </message>
        <message>
            <source>larger</source>
            <translation>更大</translation>
        </message>
        <message>
            <source>lower</source>
            <translation>更低</translation>
        </message>
        <message>
            <source>older</source>
            <translation>更年长</translation>
        </message>
        <message>
            <source>smaller</source>
            <translation>更小</translation>
        </message>
        <message>
            <source>younger</source>
            <translation>更年轻</translation>
        </message>
    </context>
    <context>
        <name>BlendPart</name>
        <message>
            <source>Leave this voice out</source>
            <translation>移除这个声音</translation>
        </message>
        <message>
            <source>Leave {0} out</source>
            <translation>移除{0}</translation>
        </message>
        <message>
            <source>Weight of {0} in per cent</source>
            <translation>{0}所占的百分比</translation>
        </message>
        <message>
            <source>{0} %</source>
            <translation>{0}%</translation>
        </message>
    </context>
    <context>
        <name>Candidates</name>
        <message>
            <source>adjective</source>
            <translation>形容词</translation>
        </message>
        <message>
            <source>adverb</source>
            <translation>副词</translation>
        </message>
        <message>
            <source>as it is read now</source>
            <translation>现在的读法</translation>
        </message>
        <message>
            <source>at the end</source>
            <translation>在末尾</translation>
        </message>
        <message>
            <source>letter by letter</source>
            <translation>逐个字母</translation>
        </message>
        <message>
            <source>noun</source>
            <translation>名词</translation>
        </message>
        <message>
            <source>participle</source>
            <translation>分词</translation>
        </message>
        <message>
            <source>past</source>
            <translation>过去式</translation>
        </message>
        <message>
            <source>stressed</source>
            <translation>重读</translation>
        </message>
        <message>
            <source>surname</source>
            <translation>姓氏</translation>
        </message>
        <message>
            <source>verb</source>
            <translation>动词</translation>
        </message>
    </context>
    <context>
        <name>Cast</name>
        <message>
            <source>A cast member needs a name: write one, or press Escape.</source>
            <translation>角色需要一个名字：请输入，或按 Esc 键取消。</translation>
        </message>
        <message>
            <source>There is a “{0}” in the cast already: choose another name.</source>
            <translation>角色中已经有“{0}”了：请换一个名字。</translation>
        </message>
        <message>
            <source>{0} is the voice now.</source>
            <translation>现在使用声音“{0}”。</translation>
        </message>
        <message numerus="yes">
            <source>{0} is the voice now: %n line(s) to make again.</source>
            <translation>
                <numerusform>现在使用声音“{0}”：有 %n 行需要重新生成。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CastDelegate</name>
        <message>
            <source>Name of the cast member</source>
            <translation>角色名</translation>
        </message>
        <message>
            <source>Speed of {0}</source>
            <translation>{0}的语速</translation>
        </message>
    </context>
    <context>
        <name>CastModel</name>
        <message>
            <source>Emotion of {0}</source>
            <translation>{0}的情绪</translation>
        </message>
        <message>
            <source>Lines</source>
            <translation>行数</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名字</translation>
        </message>
        <message>
            <source>Rename {0} to {1}</source>
            <translation>将“{0}”改名为“{1}”</translation>
        </message>
        <message>
            <source>Says every line that is given to nobody else.</source>
            <translation>没有分配给其他角色的行都由旁白来说。</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Speed of {0}</source>
            <translation>{0}的语速</translation>
        </message>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Voice of {0}</source>
            <translation>{0}的声音</translation>
        </message>
    </context>
    <context>
        <name>CastPanel</name>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add a cast member</source>
            <translation>添加角色</translation>
        </message>
        <message>
            <source>Cast</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Character</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Choose the voice of this cast member (Enter)</source>
            <translation>选择这个角色的声音 (Enter)</translation>
        </message>
        <message>
            <source>Choose what this cast member feels in lines that have no emotion of their own</source>
            <translation>选择该角色在没有单独设置情绪的行中的情绪</translation>
        </message>
        <message>
            <source>Move down (Alt+Down)</source>
            <translation>下移 (Alt+Down)</translation>
        </message>
        <message>
            <source>Move up (Alt+Up)</source>
            <translation>上移 (Alt+Up)</translation>
        </message>
        <message>
            <source>Move {0} in the cast</source>
            <translation>移动角色“{0}”</translation>
        </message>
        <message>
            <source>Remove this cast member (Delete)</source>
            <translation>删除这个角色 (Delete)</translation>
        </message>
        <message>
            <source>Remove {0} from the cast</source>
            <translation>删除角色“{0}”</translation>
        </message>
        <message>
            <source>The narrator cannot be removed: it says the lines that nobody else says.</source>
            <translation>旁白不能删除：没有分配给其他角色的行都由旁白来说。</translation>
        </message>
        <message>
            <source>The narrator keeps its name: add a cast member for a character with one of its own.</source>
            <translation>旁白不能改名：需要有名字的角色，请另外添加。</translation>
        </message>
        <message>
            <source>Voice…</source>
            <translation>声音…</translation>
        </message>
        <message>
            <source>{0} is removed.</source>
            <translation>已删除“{0}”。</translation>
        </message>
        <message numerus="yes">
            <source>{0} is removed; %n line(s) went to the narrator.</source>
            <translation>
                <numerusform>已删除“{0}”；%n 行改由旁白来说。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CellDelegate</name>
        <message>
            <source>{0} of line {1}</source>
            <translation>第 {1} 行的{0}</translation>
        </message>
    </context>
    <context>
        <name>Checks</name>
        <message>
            <source>In the marked places it is too loud and distorts, which the voice would copy: record it again at a lower level, choose another recording, or go on anyway.</source>
            <translation>标记处音量过大而失真，声音会把失真也学进去：请降低音量重录，或选择其他录音，也可以直接继续。</translation>
        </message>
        <message>
            <source>More than one person seems to speak: the marked places are left out. If they are the voice you want, cut the recording so that only that voice is heard.</source>
            <translation>似乎不止一个人在说话：标记处没有采用。如果那才是你想要的声音，请把录音剪到只有那个人说话。</translation>
        </message>
        <message>
            <source>Music or other tones are heard behind the voice, and would colour it: choose a recording without them, cut it to a part without them, or go on anyway.</source>
            <translation>人声背后有音乐或其他乐音，会影响音色：请选择没有这些声音的录音，或把录音剪到没有它们的部分，也可以直接继续。</translation>
        </message>
        <message>
            <source>No voice was found in this recording: choose one in which somebody speaks, or go on with its loudest part.</source>
            <translation>这段录音里没有找到人声：请选择有人说话的录音，或用其中最响的部分继续。</translation>
        </message>
        <message>
            <source>Nothing is heard above {0} kHz, as on the telephone, and the voice will sound muffled: choose a recording from a better microphone or in a higher quality, or go on anyway.</source>
            <translation>像电话里一样，{0} kHz 以上没有内容，声音会发闷：请选择用更好的麦克风或以更高音质录制的录音，也可以直接继续。</translation>
        </message>
        <message>
            <source>Nothing is heard above {0} kHz: the voice will sound a little dull.</source>
            <translation>{0} kHz 以上没有内容：声音会稍微发闷。</translation>
        </message>
        <message>
            <source>Only the first {0} minutes were looked at: cut the file if a better part comes later.</source>
            <translation>只检查了前 {0} 分钟：如果更好的部分在后面，请先剪辑文件。</translation>
        </message>
        <message>
            <source>The mains hums at {0} Hz: record again with another cable or socket, or go on if it is hardly heard.</source>
            <translation>有 {0} Hz 的电源嗡嗡声：请换一根线或一个插座重录；如果几乎听不到，可以直接继续。</translation>
        </message>
        <message>
            <source>The noise is only {0} dB below the voice, and the voice would copy it: record again in a quiet room and closer to the microphone, choose another recording, or go on anyway.</source>
            <translation>噪声只比人声低 {0} dB，声音会把噪声也学进去：请在安静的房间里靠近麦克风重录，或选择其他录音，也可以直接继续。</translation>
        </message>
        <message>
            <source>The room echoes for about {0} seconds, and the voice would copy it: record again nearer to the microphone or in a room with curtains and carpets, or go on anyway.</source>
            <translation>房间的回声约有 {0} 秒，声音会把回声也学进去：请靠近麦克风，或在有窗帘和地毯的房间里重录，也可以直接继续。</translation>
        </message>
        <message>
            <source>There are only {0} seconds of speech, which gives a rough likeness: record 5 to 15 seconds of fluent speech, or go on anyway.</source>
            <translation>只有 {0} 秒语音，只能得到大致相像的声音：请录 5 到 15 秒连贯的话，也可以直接继续。</translation>
        </message>
        <message>
            <source>There are {0} seconds of speech: with 10 to 15 the voice comes out closer.</source>
            <translation>有 {0} 秒语音：有 10 到 15 秒时，声音会更接近。</translation>
        </message>
        <message>
            <source>There is no sound in this recording: choose another file, or record the voice again.</source>
            <translation>这段录音里没有声音：请选择其他文件，或重新录音。</translation>
        </message>
        <message>
            <source>There is some noise, {0} dB below the voice: in a quieter room the voice comes out cleaner.</source>
            <translation>有一些噪声，比人声低 {0} dB：在更安静的房间里录音，声音会更干净。</translation>
        </message>
        <message>
            <source>This recording is silent: check that the right microphone is chosen and not muted, and record the voice again.</source>
            <translation>这段录音是静音的：请检查麦克风是否选对、有没有静音，然后重新录音。</translation>
        </message>
    </context>
    <context>
        <name>CloneChecks</name>
        <message>
            <source>Good</source>
            <translation>良好</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>提示</translation>
        </message>
        <message>
            <source>Nothing is wrong with it.</source>
            <translation>没有发现问题。</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>错误</translation>
        </message>
        <message>
            <source>Warning</source>
            <translation>警告</translation>
        </message>
        <message>
            <source>What was found in the recording</source>
            <translation>录音的检查结果</translation>
        </message>
    </context>
    <context>
        <name>CloneCleaning</name>
        <message>
            <source>&amp;A: as recorded</source>
            <translation>&amp;A：原始录音</translation>
        </message>
        <message>
            <source>&amp;B: cleaned</source>
            <translation>&amp;B：清理后</translation>
        </message>
        <message>
            <source>Clean the recording</source>
            <translation>清理录音</translation>
        </message>
        <message>
            <source>Com&amp;pare</source>
            <translation>比较(&amp;P)</translation>
        </message>
        <message>
            <source>It is heard now</source>
            <translation>正在播放</translation>
        </message>
        <message>
            <source>Re&amp;duce noise</source>
            <translation>降噪(&amp;D)</translation>
        </message>
        <message>
            <source>St&amp;udio sound</source>
            <translation>录音棚音色(&amp;U)</translation>
        </message>
        <message>
            <source>Takes out steady noise such as hiss, hum and fans</source>
            <translation>去除嘶声、嗡声、风扇声等持续噪声</translation>
        </message>
        <message>
            <source>The voice does not take over the tone of microphone and room, and is less like the recording</source>
            <translation>声音不沿用话筒和房间的音色，与录音的相似度也会降低</translation>
        </message>
        <message>
            <source>This recording has noise: try “Reduce noise”, and compare.</source>
            <translation>这段录音有噪声：试试“降噪”并比较效果。</translation>
        </message>
        <message>
            <source>What is compared is being made</source>
            <translation>正在生成要比较的音频</translation>
        </message>
        <message>
            <source>With studio sound the voice is less like the recording: compare.</source>
            <translation>使用录音棚音色后，声音与录音不那么像：请比较一下。</translation>
        </message>
        <message>
            <source>the recording</source>
            <translation>录音</translation>
        </message>
        <message>
            <source>the voice</source>
            <translation>声音</translation>
        </message>
    </context>
    <context>
        <name>CloneConsent</name>
        <message>
            <source>&amp;Mine</source>
            <translation>我自己的(&amp;M)</translation>
        </message>
        <message>
            <source>A voice belongs to its speaker. Whoever clones the voice of another person, and of a public figure above all, is responsible for having the right to, and for what the voice is made to say. Your answer is kept in the voice file.</source>
            <translation>声音属于说话的人。克隆他人的声音，尤其是公众人物的声音，须自行负责取得相应的权利，并对用它说出的内容负责。你的回答会保存在声音文件里。</translation>
        </message>
        <message>
            <source>An&amp;other</source>
            <translation>其他人的(&amp;O)</translation>
        </message>
        <message>
            <source>Somebody's who a&amp;greed</source>
            <translation>已征得同意的他人的(&amp;G)</translation>
        </message>
        <message>
            <source>Who agreed, and when</source>
            <translation>谁同意的，什么时候</translation>
        </message>
        <message>
            <source>Whose voice</source>
            <translation>谁的声音</translation>
        </message>
        <message>
            <source>Whose voice is it?</source>
            <translation>这是谁的声音？</translation>
        </message>
    </context>
    <context>
        <name>CloneDialog</name>
        <message>
            <source>&amp;Create voice</source>
            <translation>生成声音(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Hear the chosen part</source>
            <translation>听选用的部分(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Record…</source>
            <translation>录音(&amp;R)…</translation>
        </message>
        <message>
            <source>Bars at the top edge mark what the warnings speak of.</source>
            <translation>上边缘的色条标出警告所指的位置。</translation>
        </message>
        <message>
            <source>Choose a &amp;file…</source>
            <translation>选择文件(&amp;F)…</translation>
        </message>
        <message>
            <source>Choose a recording</source>
            <translation>选择录音</translation>
        </message>
        <message>
            <source>Clone a voice</source>
            <translation>克隆声音</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Hear the &amp;voice</source>
            <translation>试听声音(&amp;V)</translation>
        </message>
        <message>
            <source>Listening to the recording…</source>
            <translation>正在听录音…</translation>
        </message>
        <message>
            <source>Looking at the recording…</source>
            <translation>正在检查录音…</translation>
        </message>
        <message>
            <source>Making the voice…</source>
            <translation>正在生成声音…</translation>
        </message>
        <message>
            <source>Sound ({0})</source>
            <translation>声音文件 ({0})</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Video and all other files (*)</source>
            <translation>视频和其他所有文件 (*)</translation>
        </message>
        <message>
            <source>{0} is among your voices now.</source>
            <translation>“{0}”已加入我的声音。</translation>
        </message>
        <message>
            <source>{0} {1}</source>
            <translation>{0}{1}</translation>
        </message>
        <message>
            <source>{0}: {1} of {2} seconds were chosen, shown on a coloured ground.</source>
            <translation>{0}：选用了 {2} 秒中的 {1} 秒，以彩色背景显示。</translation>
        </message>
    </context>
    <context>
        <name>CloneDoubt</name>
        <message>
            <source>Correct the transcr&amp;ipt</source>
            <translation>修改文字稿(&amp;I)</translation>
        </message>
        <message>
            <source>Go on an&amp;yway</source>
            <translation>仍然继续(&amp;Y)</translation>
        </message>
        <message>
            <source>What was made with this transcript is not kept</source>
            <translation>用这份文字稿生成的内容不会保留</translation>
        </message>
    </context>
    <context>
        <name>CloneForm</name>
        <message>
            <source>&amp;Language it speaks</source>
            <translation>所说的语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Name of the voice</source>
            <translation>声音的名字(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Write it down for me</source>
            <translation>替我听写(&amp;W)</translation>
        </message>
        <message>
            <source>Optional. With it, refining finds every sound in its place; what you write always wins.</source>
            <translation>可不填。填写后，精修能准确找到每个音的位置；始终以你写的为准。</translation>
        </message>
        <message>
            <source>What the recording &amp;says</source>
            <translation>录音里说的话(&amp;S)</translation>
        </message>
    </context>
    <context>
        <name>ClonePicture</name>
        <message>
            <source>Drop a recording of one voice here: 5 to 30 seconds of clear speech are best.</source>
            <translation>把一个人的录音拖放到这里：5 到 30 秒清晰的语音最好。</translation>
        </message>
        <message>
            <source>The recording</source>
            <translation>录音</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
        <message>
            <source>{0} seconds, of which {1} seconds were chosen</source>
            <translation>{0} 秒，选用了其中 {1} 秒</translation>
        </message>
    </context>
    <context>
        <name>CloneRecorder</name>
        <message>
            <source>Recording begins in {0}…</source>
            <translation>{0} 秒后开始录音…</translation>
        </message>
        <message>
            <source>Recording: {0}. Speak as you usually do, for 10 to 15 seconds.</source>
            <translation>正在录音：{0}。像平常一样说话，10 到 15 秒即可。</translation>
        </message>
        <message>
            <source>Sto&amp;p</source>
            <translation>停止(&amp;P)</translation>
        </message>
    </context>
    <context>
        <name>CloneRefine</name>
        <message>
            <source>&amp;Keep step {0}</source>
            <translation>保留第 {0} 步(&amp;K)</translation>
        </message>
        <message>
            <source>Hear step {0}</source>
            <translation>试听第 {0} 步</translation>
        </message>
        <message>
            <source>Kept: the voice is {0} % like its speaker now.</source>
            <translation>已保留：声音与说话人的相似度现在是 {0}%。</translation>
        </message>
        <message>
            <source>Progress of refining</source>
            <translation>精修进度</translation>
        </message>
        <message>
            <source>R&amp;efine</source>
            <translation>精修(&amp;E)</translation>
        </message>
        <message>
            <source>R&amp;efine further</source>
            <translation>继续精修(&amp;E)</translation>
        </message>
        <message>
            <source>Refine</source>
            <translation>精修</translation>
        </message>
        <message>
            <source>Refining fits the voice to the recording, which brings it much closer: seconds on a graphics card, minutes without. It goes on when this window is closed.</source>
            <translation>精修会让声音贴合录音，相似度大大提高：有显卡只需几秒，没有则需几分钟。关闭这个窗口后仍会继续。</translation>
        </message>
        <message>
            <source>S&amp;top and keep</source>
            <translation>停止并保留(&amp;T)</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
    </context>
    <context>
        <name>Cloning</name>
        <message>
            <source>Refining needs PyTorch: run {0} and start the program again.</source>
            <translation>精修需要 PyTorch：请运行 {0}，然后重新启动程序。</translation>
        </message>
        <message>
            <source>To have it written down for you, run {0} and `timbre models install whisper-base`.</source>
            <translation>要让程序替你听写，请运行 {0} 和 `timbre models install whisper-base`。</translation>
        </message>
    </context>
    <context>
        <name>CommandPalette</name>
        <message>
            <source>Commands</source>
            <translation>命令</translation>
        </message>
        <message>
            <source>No command is called that.</source>
            <translation>没有这样的命令。</translation>
        </message>
        <message>
            <source>Search commands</source>
            <translation>搜索命令</translation>
        </message>
        <message>
            <source>Type what you want to do</source>
            <translation>输入想做的事</translation>
        </message>
    </context>
    <context>
        <name>ConflictModel</name>
        <message>
            <source>Here</source>
            <translation>这里</translation>
        </message>
        <message>
            <source>In the file (tick to take it)</source>
            <translation>文件中（勾选即采用）</translation>
        </message>
        <message>
            <source>Word</source>
            <translation>词</translation>
        </message>
    </context>
    <context>
        <name>CurveBar</name>
        <message>
            <source>Choose and move</source>
            <translation>选择和移动</translation>
        </message>
        <message>
            <source>Clause</source>
            <translation>分句</translation>
        </message>
        <message>
            <source>Copy the edits of what is chosen</source>
            <translation>复制所选部分的修改</translation>
        </message>
        <message>
            <source>Draw with the pencil</source>
            <translation>用铅笔绘制</translation>
        </message>
        <message>
            <source>Hear every edit at once</source>
            <translation>每次修改立即试听</translation>
        </message>
        <message>
            <source>Hear the clause</source>
            <translation>试听分句</translation>
        </message>
        <message>
            <source>Mouse and keys</source>
            <translation>鼠标和按键</translation>
        </message>
        <message>
            <source>Paste the edits over what is chosen</source>
            <translation>把修改粘贴到所选部分</translation>
        </message>
        <message>
            <source>Reset the whole clause</source>
            <translation>重置整个分句</translation>
        </message>
        <message>
            <source>Reset what is chosen</source>
            <translation>重置所选部分</translation>
        </message>
        <message>
            <source>Show as a table</source>
            <translation>以表格显示</translation>
        </message>
        <message>
            <source>Show the whole clause</source>
            <translation>显示整个分句</translation>
        </message>
        <message>
            <source>Snap to semitones and whole decibels</source>
            <translation>吸附到半音和整分贝</translation>
        </message>
        <message>
            <source>Zoom in</source>
            <translation>放大</translation>
        </message>
        <message>
            <source>Zoom out</source>
            <translation>缩小</translation>
        </message>
    </context>
    <context>
        <name>CurveModel</name>
        <message>
            <source>Energy</source>
            <translation>能量</translation>
        </message>
        <message>
            <source>Length</source>
            <translation>时长</translation>
        </message>
        <message>
            <source>Phoneme</source>
            <translation>音素</translation>
        </message>
        <message>
            <source>Pitch</source>
            <translation>音高</translation>
        </message>
        <message>
            <source>Word</source>
            <translation>词</translation>
        </message>
    </context>
    <context>
        <name>CurveNote</name>
        <message numerus="yes">
            <source>%n edit(s) of this line are of words that it no longer says. They are kept, and hold again when the words come back.</source>
            <translation>
                <numerusform>这一行有 %n 处修改属于已不存在的词语。它们会保留，词语恢复后重新生效。</numerusform>
            </translation>
        </message>
        <message>
            <source>Forget them</source>
            <translation>忘记它们</translation>
        </message>
        <message>
            <source>The line has a time to fit: here is its natural length, which its takes are brought from.</source>
            <translation>这一行要贴合时间：此处显示自然长度，录音由它调整而来。</translation>
        </message>
        <message>
            <source>Use for the new words</source>
            <translation>用于新的词语</translation>
        </message>
    </context>
    <context>
        <name>CurvePanel</name>
        <message>
            <source>Curves</source>
            <translation>曲线</translation>
        </message>
        <message>
            <source>Finding out how the line is said…</source>
            <translation>正在了解这一行的读法…</translation>
        </message>
        <message>
            <source>Forget edits of the prosody</source>
            <translation>忘记韵律修改</translation>
        </message>
        <message>
            <source>Select a line to see its curves.</source>
            <translation>选择一行以查看曲线。</translation>
        </message>
        <message>
            <source>Use edits for other words</source>
            <translation>把修改用于其他词语</translation>
        </message>
        <message>
            <source>Write what is to be said, and its curves are here.</source>
            <translation>写下要说的内容，曲线就会显示在这里。</translation>
        </message>
    </context>
    <context>
        <name>CurveState</name>
        <message>
            <source>Change phoneme lengths</source>
            <translation>更改音素时长</translation>
        </message>
        <message>
            <source>Draw the energy</source>
            <translation>绘制能量</translation>
        </message>
        <message>
            <source>Draw the pitch</source>
            <translation>绘制音高</translation>
        </message>
        <message>
            <source>Move a phoneme border</source>
            <translation>移动音素边界</translation>
        </message>
        <message>
            <source>Move a point of the energy</source>
            <translation>移动能量点</translation>
        </message>
        <message>
            <source>Move a point of the pitch</source>
            <translation>移动音高点</translation>
        </message>
        <message>
            <source>Paste prosody</source>
            <translation>粘贴韵律</translation>
        </message>
        <message>
            <source>Remove a point</source>
            <translation>删除点</translation>
        </message>
        <message>
            <source>Reset prosody</source>
            <translation>重置韵律</translation>
        </message>
        <message>
            <source>Reset prosody of the clause</source>
            <translation>重置分句的韵律</translation>
        </message>
        <message>
            <source>Scale the energy</source>
            <translation>缩放能量</translation>
        </message>
        <message>
            <source>Scale the pitch</source>
            <translation>缩放音高</translation>
        </message>
        <message>
            <source>Shift the energy</source>
            <translation>移动能量</translation>
        </message>
        <message>
            <source>Shift the pitch</source>
            <translation>移动音高</translation>
        </message>
    </context>
    <context>
        <name>CurveTable</name>
        <message>
            <source>Phonemes with their length, pitch and energy</source>
            <translation>音素及其时长、音高和能量</translation>
        </message>
    </context>
    <context>
        <name>CurveView</name>
        <message>
            <source>Pitch, energy and phonemes</source>
            <translation>音高、能量和音素</translation>
        </message>
    </context>
    <context>
        <name>Curves</name>
        <message>
            <source>&amp;Copy edits</source>
            <translation>复制修改(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Flatter</source>
            <translation>更平(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Hear the clause</source>
            <translation>试听分句(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Livelier</source>
            <translation>更活泼(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Reset</source>
            <translation>重置(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Shorter</source>
            <translation>缩短(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Take the point away</source>
            <translation>去掉这个点(&amp;T)</translation>
        </message>
        <message>
            <source>Choose all</source>
            <translation>全选</translation>
        </message>
        <message>
            <source>Ctrl and drag</source>
            <translation>按住 Ctrl 拖动</translation>
        </message>
        <message>
            <source>Double click</source>
            <translation>双击</translation>
        </message>
        <message>
            <source>Drag a border</source>
            <translation>拖动边界</translation>
        </message>
        <message>
            <source>Drag in the curves</source>
            <translation>在曲线中拖动</translation>
        </message>
        <message>
            <source>L&amp;onger</source>
            <translation>延长(&amp;O)</translation>
        </message>
        <message>
            <source>Left, Right</source>
            <translation>左、右</translation>
        </message>
        <message>
            <source>P&amp;aste edits</source>
            <translation>粘贴修改(&amp;A)</translation>
        </message>
        <message>
            <source>Put a &amp;point there</source>
            <translation>在此处加点(&amp;P)</translation>
        </message>
        <message>
            <source>R&amp;eset the clause</source>
            <translation>重置分句(&amp;E)</translation>
        </message>
        <message>
            <source>Space, Page Down</source>
            <translation>空格、Page Down</translation>
        </message>
        <message>
            <source>Tab, Ctrl+Left, Ctrl+Right</source>
            <translation>Tab、Ctrl+左、Ctrl+右</translation>
        </message>
        <message>
            <source>Up, Down</source>
            <translation>上、下</translation>
        </message>
        <message>
            <source>chooses phonemes; inside the chosen ones it shifts the curve</source>
            <translation>选择音素；在所选部分内拖动则移动曲线</translation>
        </message>
        <message>
            <source>gives one phoneme the time of its neighbour; with Shift the rest moves</source>
            <translation>把相邻音素的时间让给另一个；按住 Shift 则后面的随之移动</translation>
        </message>
        <message>
            <source>hear the clause, go to the next one</source>
            <translation>试听分句、转到下一分句</translation>
        </message>
        <message>
            <source>in “{0}”</source>
            <translation>属于“{0}”</translation>
        </message>
        <message>
            <source>longer, shorter</source>
            <translation>延长、缩短</translation>
        </message>
        <message>
            <source>makes the movement of the chosen curve larger or smaller</source>
            <translation>放大或缩小所选曲线的起伏</translation>
        </message>
        <message>
            <source>move the border behind a phoneme, or the point; with Shift further</source>
            <translation>移动音素后的边界或点；按住 Shift 移动更多</translation>
        </message>
        <message>
            <source>next phoneme, choose fewer, choose more</source>
            <translation>下一个音素、减少所选、增加所选</translation>
        </message>
        <message>
            <source>next point, new point, take away</source>
            <translation>下一个点、新建点、删除点</translation>
        </message>
        <message>
            <source>puts a point on a curve, or takes it away</source>
            <translation>在曲线上加点或去掉点</translation>
        </message>
        <message>
            <source>shift the curve or the point; with Shift further, with Ctrl scale</source>
            <translation>移动曲线或点；按住 Shift 移动更多，按住 Ctrl 缩放</translation>
        </message>
        <message>
            <source>space</source>
            <translation>空格</translation>
        </message>
        <message>
            <source>work on pitch, on energy</source>
            <translation>编辑音高、编辑能量</translation>
        </message>
        <message>
            <source>zoom in, zoom out, show all</source>
            <translation>放大、缩小、全部显示</translation>
        </message>
        <message>
            <source>{0} Hz</source>
            <translation>{0} Hz</translation>
        </message>
        <message>
            <source>{0} dB</source>
            <translation>{0} dB</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>CurvesRow</name>
        <message>
            <source>Curves</source>
            <translation>曲线</translation>
        </message>
        <message>
            <source>Edit pitch, energy and phoneme lengths</source>
            <translation>编辑音高、能量和音素时长</translation>
        </message>
        <message>
            <source>Pitch, energy and lengths are as the voice has them.</source>
            <translation>音高、能量和时长与声音原有的一致。</translation>
        </message>
        <message numerus="yes">
            <source>Pitch, energy or lengths of %n clause(s) are edited.</source>
            <translation>
                <numerusform>%n 个分句的音高、能量或时长已修改。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Devices</name>
        <message>
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <source>{0} (not connected)</source>
            <translation>{0}（未连接）</translation>
        </message>
    </context>
    <context>
        <name>Docks</name>
        <message>
            <source>{0} panel</source>
            <translation>“{0}”面板</translation>
        </message>
    </context>
    <context>
        <name>Document</name>
        <message numerus="yes">
            <source>%n cast member(s) could not be read.</source>
            <translation>
                <numerusform>有 %n 个角色无法读取。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n emotion(s) could not be read and were left out.</source>
            <translation>
                <numerusform>%n 个情绪无法读取，已略去。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n karaoke line(s) were left out.</source>
            <translation>
                <numerusform>略过了 %n 行卡拉 OK 字幕。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) could not be read and were left out.</source>
            <translation>
                <numerusform>有 %n 行无法读取，已略过。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) have an emotion or a speed that does not exist.</source>
            <translation>
                <numerusform>%n 行的情感或语速不存在。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) have times that could not be read, and are without.</source>
            <translation>
                <numerusform>%n 行的时间无法读取，已留空。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n reading(s) of the project's lexicon could not be read and were left out.</source>
            <translation>
                <numerusform>项目词典中有 %n 条读音无法读取，已略过。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) begin before the one above ends.</source>
            <translation>
                <numerusform>有 %n 条字幕在上一条结束之前就开始了。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) could not be read.</source>
            <translation>
                <numerusform>有 %n 条字幕无法读取。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) end before they begin.</source>
            <translation>
                <numerusform>有 %n 条字幕的结束时间早于开始时间。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n subtitle(s) were not in order of time.</source>
            <translation>
                <numerusform>有 %n 条字幕没有按时间排列。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n take(s) could not be read and will be made again.</source>
            <translation>
                <numerusform>有 %n 个版本无法读取，将重新生成。</numerusform>
            </translation>
        </message>
        <message>
            <source>Changes cannot be autosaved in {0} ({1}). Save the project often, and check the folder.</source>
            <translation>无法在 {0} 中自动保存更改（{1}）。请经常保存项目，并检查该文件夹。</translation>
        </message>
        <message>
            <source>No column of {0} is known to have the text; choose one.</source>
            <translation>无法确定 {0} 的哪一列是文本，请选择一列。</translation>
        </message>
        <message>
            <source>Opening the project</source>
            <translation>正在打开项目</translation>
        </message>
        <message>
            <source>Saving the project</source>
            <translation>正在保存项目</translation>
        </message>
        <message numerus="yes">
            <source>The audio of %n take(s) is lost; the line(s) can be made again.</source>
            <translation>
                <numerusform>有 %n 个版本的音频丢失了；这些行可以重新生成。</numerusform>
            </translation>
        </message>
        <message>
            <source>The disk is full: {0} was not saved. Free some space and try again.</source>
            <translation>磁盘已满：{0} 没有保存。请腾出一些空间再试。</translation>
        </message>
        <message>
            <source>The disk with {0} is full, so changes are not autosaved. Free some space, or save the project.</source>
            <translation>{0} 所在的磁盘已满，更改无法自动保存。请腾出一些空间，或手动保存项目。</translation>
        </message>
        <message>
            <source>The folder of {0} is gone. Save in another folder.</source>
            <translation>{0} 所在的文件夹不见了。请保存到其他文件夹。</translation>
        </message>
        <message>
            <source>The name {0} is too long. Choose a shorter one.</source>
            <translation>名称 {0} 太长。请换一个短一些的。</translation>
        </message>
        <message>
            <source>The voice {0} in the project is damaged. Import it again, or choose another voice.</source>
            <translation>项目中的声音“{0}”已损坏。请重新导入，或另选一个声音。</translation>
        </message>
        <message>
            <source>There are no subtitles with times in {0}. If it is plain text, rename it to end in .txt.</source>
            <translation>{0} 中没有带时间的字幕。如果是纯文本，请把扩展名改为 .txt。</translation>
        </message>
        <message>
            <source>There is nothing to say in {0}. Choose another file.</source>
            <translation>{0} 中没有可以说的内容。请选择其他文件。</translation>
        </message>
        <message>
            <source>What was autosaved in {0} is damaged, or of a newer version.</source>
            <translation>{0} 中自动保存的内容已损坏，或来自更新的程序版本。</translation>
        </message>
        <message>
            <source>an earlier change is missing</source>
            <translation>缺少更早的更改</translation>
        </message>
        <message>
            <source>it cannot be locked</source>
            <translation>无法锁定</translation>
        </message>
        <message>
            <source>only a part could be written</source>
            <translation>只写入了一部分</translation>
        </message>
        <message>
            <source>{0} cannot be imported. Choose a file of a kind among {1}.</source>
            <translation>无法导入 {0}。请选择以下类型的文件：{1}。</translation>
        </message>
        <message>
            <source>{0} cannot be written to. Save in another folder.</source>
            <translation>无法写入 {0}。请保存到其他文件夹。</translation>
        </message>
        <message>
            <source>{0} could not be read ({1}). Check the disk and try again.</source>
            <translation>无法读取 {0}（{1}）。请检查磁盘后再试。</translation>
        </message>
        <message>
            <source>{0} could not be written ({1}). Check the disk and try again.</source>
            <translation>无法写入 {0}（{1}）。请检查磁盘后再试。</translation>
        </message>
        <message>
            <source>{0} does not exist any more.</source>
            <translation>{0} 已经不存在了。</translation>
        </message>
        <message>
            <source>{0} has a password, or is of an old format. Save it as DOCX without a password.</source>
            <translation>{0} 有密码或是旧格式。请另存为不带密码的 DOCX。</translation>
        </message>
        <message>
            <source>{0} is a folder. Choose a file.</source>
            <translation>{0} 是文件夹。请选择一个文件。</translation>
        </message>
        <message>
            <source>{0} is damaged, and its script cannot be read. Open a copy, or what was autosaved.</source>
            <translation>{0} 已损坏，其中的脚本无法读取。请打开它的副本，或自动保存的内容。</translation>
        </message>
        <message>
            <source>{0} is damaged, and what could be read was opened. Save it under another name.</source>
            <translation>{0} 已损坏，能读取的部分已经打开。请用另一个名字保存。</translation>
        </message>
        <message>
            <source>{0} is damaged, or is not what its name says. Open it in the program it is from and save it anew.</source>
            <translation>{0} 已损坏，或内容与扩展名不符。请在原来的程序中打开并重新保存。</translation>
        </message>
        <message>
            <source>{0} is encrypted. Save it without a password.</source>
            <translation>{0} 已加密。请保存为不带密码的文件。</translation>
        </message>
        <message>
            <source>{0} is not a Timbre project. Use Import for scripts and subtitles.</source>
            <translation>{0} 不是 Timbre 项目。脚本和字幕请用“导入”。</translation>
        </message>
        <message>
            <source>{0} is not a text file. Choose a text or a subtitle file.</source>
            <translation>{0} 不是文本文件。请选择文本或字幕文件。</translation>
        </message>
        <message>
            <source>{0} is protected against copying and cannot be read. Choose a book without protection.</source>
            <translation>{0} 有版权保护，无法读取。请选择没有保护的书。</translation>
        </message>
        <message>
            <source>{0} is too large for a script. Split it into parts.</source>
            <translation>{0} 作为脚本太大了。请拆成几部分。</translation>
        </message>
        <message>
            <source>{0} may not be read. Allow it in the file's properties.</source>
            <translation>没有读取 {0} 的权限。请在文件属性中允许读取。</translation>
        </message>
        <message>
            <source>{0} was made by a newer Timbre Studio ({1}, file version {2}); this one reads up to version {3}. Update the program to open it.</source>
            <translation>{0} 由更新的 Timbre Studio（{1}，文件版本 {2}）保存；当前程序最高只能读取版本 {3}。请更新程序后再打开。</translation>
        </message>
        <message>
            <source>{0} was recovered or discarded in another window.</source>
            <translation>{0} 已在另一个窗口中恢复或丢弃。</translation>
        </message>
    </context>
    <context>
        <name>DropCommands</name>
        <message>
            <source>Add dropped text</source>
            <translation>添加拖入的文本</translation>
        </message>
        <message>
            <source>{0} cannot be opened here. Drop a text, subtitle, sound, video, voice or project file.</source>
            <translation>{0} 不能在此打开。请拖入文本、字幕、音频、视频、声音或项目文件。</translation>
        </message>
    </context>
    <context>
        <name>DubFiles</name>
        <message>
            <source>Cutting out the sound</source>
            <translation>正在截取声音</translation>
        </message>
        <message>
            <source>Making the lines of {0}</source>
            <translation>正在生成 {0} 的台词</translation>
        </message>
        <message>
            <source>Writing {0}</source>
            <translation>正在写入 {0}</translation>
        </message>
    </context>
    <context>
        <name>Durations</name>
        <message numerus="yes">
            <source>about %n minute(s) left</source>
            <translation>
                <numerusform>大约还剩 %n 分钟</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>about %n second(s) left</source>
            <translation>
                <numerusform>大约还剩 %n 秒</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Emotion</name>
        <message>
            <source>Neutral</source>
            <translation>无情绪</translation>
        </message>
        <message>
            <source>own blend</source>
            <translation>自定义混合</translation>
        </message>
    </context>
    <context>
        <name>EmotionBox</name>
        <message>
            <source>(several)</source>
            <translation>（多个）</translation>
        </message>
        <message>
            <source>Blend, offsets, example</source>
            <translation>混合、偏移、示例</translation>
        </message>
        <message numerus="yes">
            <source>Change emotion of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的情绪</numerusform>
            </translation>
        </message>
        <message>
            <source>Compare emotions and voices</source>
            <translation>比较情绪和声音</translation>
        </message>
        <message>
            <source>Emotion</source>
            <translation>情绪</translation>
        </message>
        <message>
            <source>Hear every change at once</source>
            <translation>每次更改立即试听</translation>
        </message>
        <message>
            <source>Let the line be felt as its cast member is</source>
            <translation>让这一行跟随角色的情绪</translation>
        </message>
        <message>
            <source>Reset</source>
            <translation>重置</translation>
        </message>
        <message>
            <source>Save as preset…</source>
            <translation>存为预设…</translation>
        </message>
        <message numerus="yes">
            <source>Speak %n line(s) like no recording</source>
            <translation>
                <numerusform>%n 行不再模仿录音</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Speak %n line(s) like {0}</source>
            <translation>
                <numerusform>%n 行模仿“{0}”来说</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>EmotionClip</name>
        <message>
            <source>Makes the pace surer. Left empty, it is written down for you where the speech recogniser is installed</source>
            <translation>能更准确地判断语速。留空时，若已安装语音识别模型，会自动写出</translation>
        </message>
        <message>
            <source>Sound and video ({0})</source>
            <translation>音频和视频 ({0})</translation>
        </message>
        <message>
            <source>What is said in it</source>
            <translation>其中说的内容</translation>
        </message>
        <message>
            <source>What is said in the recording</source>
            <translation>录音中说的内容</translation>
        </message>
    </context>
    <context>
        <name>EmotionCommands</name>
        <message>
            <source>&amp;Copy</source>
            <translation>复制(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Import presets…</source>
            <translation>导入预设(&amp;I)…</translation>
        </message>
        <message>
            <source>&amp;Rename…</source>
            <translation>重命名(&amp;R)…</translation>
        </message>
        <message numerus="yes">
            <source>Change emotion of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的情绪</numerusform>
            </translation>
        </message>
        <message>
            <source>Change emotion of words</source>
            <translation>更改文字的情绪</translation>
        </message>
        <message>
            <source>De&amp;lete</source>
            <translation>删除(&amp;L)</translation>
        </message>
        <message>
            <source>E&amp;xport…</source>
            <translation>导出(&amp;X)…</translation>
        </message>
        <message>
            <source>Emotions ({0})</source>
            <translation>情绪 ({0})</translation>
        </message>
        <message>
            <source>Export {0}</source>
            <translation>导出{0}</translation>
        </message>
        <message>
            <source>Import presets</source>
            <translation>导入预设</translation>
        </message>
        <message>
            <source>Name of the emotion:</source>
            <translation>情绪的名称：</translation>
        </message>
        <message>
            <source>Name of the emotion; the recording is no part of it:</source>
            <translation>情绪的名称（不包含录音）：</translation>
        </message>
        <message>
            <source>Put the &amp;present values into it</source>
            <translation>存入当前的数值(&amp;P)</translation>
        </message>
        <message>
            <source>Rename {0}</source>
            <translation>重命名{0}</translation>
        </message>
        <message>
            <source>Save as preset</source>
            <translation>存为预设</translation>
        </message>
        <message>
            <source>Select a line with text first.</source>
            <translation>请先选择有文字的一行。</translation>
        </message>
        <message>
            <source>Select some words in the text of a line first.</source>
            <translation>请先在一行的文字中选中几个字。</translation>
        </message>
        <message>
            <source>There is no emotion to save: move a slider first.</source>
            <translation>没有可保存的情绪：请先移动滑块。</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>{0} was deleted; lines keep its values.</source>
            <translation>已删除{0}；用到它的行保留其数值。</translation>
        </message>
    </context>
    <context>
        <name>EmotionDelegate</name>
        <message>
            <source>From cast ({0})</source>
            <translation>跟随角色（{0}）</translation>
        </message>
    </context>
    <context>
        <name>EmotionExample</name>
        <message>
            <source>(several)</source>
            <translation>（多个）</translation>
        </message>
        <message>
            <source>Compare with what is usual for such a voice instead</source>
            <translation>改为与这类声音的常态比较</translation>
        </message>
        <message>
            <source>From a recording…</source>
            <translation>从录音…</translation>
        </message>
        <message>
            <source>Listening to {0}</source>
            <translation>正在听 {0}</translation>
        </message>
        <message>
            <source>Listening to {0}…</source>
            <translation>正在听 {0}…</translation>
        </message>
        <message>
            <source>No longer speak like the recording</source>
            <translation>不再模仿这段录音</translation>
        </message>
        <message>
            <source>Speak like a recording</source>
            <translation>模仿一段录音</translation>
        </message>
        <message>
            <source>Speak with the pitch, pace, loudness and pauses of a recording; or drop one here</source>
            <translation>按一段录音的音高、语速、响度和停顿来说；也可以把录音拖到这里</translation>
        </message>
        <message>
            <source>The same speaker, speaking calmly</source>
            <translation>同一个人，平静地说话</translation>
        </message>
        <message>
            <source>The same speaker, speaking calmly…</source>
            <translation>同一个人，平静地说话…</translation>
        </message>
        <message>
            <source>With it, it is certain what the feeling changes: the pitch, the loudness and the colour of the voice</source>
            <translation>有了它，就能确定情感改变了什么：音高、响度和音色</translation>
        </message>
    </context>
    <context>
        <name>EmotionGallery</name>
        <message>
            <source>From the cast</source>
            <translation>跟随角色</translation>
        </message>
        <message>
            <source>Presets of emotions</source>
            <translation>情绪预设</translation>
        </message>
        <message>
            <source>What the cast member is felt with</source>
            <translation>角色的情绪</translation>
        </message>
    </context>
    <context>
        <name>EmotionLibrary</name>
        <message>
            <source>{0} was written.</source>
            <translation>已写入 {0}。</translation>
        </message>
    </context>
    <context>
        <name>EmotionSliders</name>
        <message>
            <source>Afraid</source>
            <translation>害怕</translation>
        </message>
        <message>
            <source>Angry</source>
            <translation>愤怒</translation>
        </message>
        <message>
            <source>Calm</source>
            <translation>平静</translation>
        </message>
        <message>
            <source>Differs between the selected lines</source>
            <translation>所选各行不同</translation>
        </message>
        <message>
            <source>Disgusted</source>
            <translation>厌恶</translation>
        </message>
        <message>
            <source>Happy</source>
            <translation>开心</translation>
        </message>
        <message>
            <source>Intensity</source>
            <translation>强度</translation>
        </message>
        <message>
            <source>Liveliness</source>
            <translation>起伏</translation>
        </message>
        <message>
            <source>Loudness</source>
            <translation>响度</translation>
        </message>
        <message>
            <source>Melancholic</source>
            <translation>忧郁</translation>
        </message>
        <message>
            <source>Pauses</source>
            <translation>停顿</translation>
        </message>
        <message>
            <source>Pitch</source>
            <translation>音高</translation>
        </message>
        <message>
            <source>Rate</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Sad</source>
            <translation>悲伤</translation>
        </message>
        <message>
            <source>Strength</source>
            <translation>程度</translation>
        </message>
        <message>
            <source>Surprised</source>
            <translation>惊讶</translation>
        </message>
    </context>
    <context>
        <name>EmptyScript</name>
        <message>
            <source>&amp;Open a subtitle or text file…</source>
            <translation>打开字幕或文本文件(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Type the first line</source>
            <translation>输入第一行(&amp;T)</translation>
        </message>
        <message>
            <source>A script is a list of lines. Each line is spoken by somebody of the cast.</source>
            <translation>脚本由一行行台词组成，每一行由一个角色来说。</translation>
        </message>
        <message>
            <source>Load the &amp;sample</source>
            <translation>载入示例(&amp;S)</translation>
        </message>
    </context>
    <context>
        <name>EngineBench</name>
        <message>
            <source>&amp;Measure</source>
            <translation>测量(&amp;M)</translation>
        </message>
        <message>
            <source>Benchmark</source>
            <translation>性能测试</translation>
        </message>
        <message>
            <source>Progress of the benchmark</source>
            <translation>性能测试进度</translation>
        </message>
        <message>
            <source>Says four English texts of different lengths five times each, unheard, and shows the medians. Play and make nothing meanwhile.</source>
            <translation>把四段长短不同的英文各读五遍（不发声），并显示中位数。测试期间请勿播放或生成。</translation>
        </message>
        <message>
            <source>Stop &amp;measuring</source>
            <translation>停止测量(&amp;M)</translation>
        </message>
    </context>
    <context>
        <name>EngineBuild</name>
        <message>
            <source>The build ended by itself and says nothing about why: build again.</source>
            <translation>构建自行结束且没有说明原因：请重新构建。</translation>
        </message>
        <message>
            <source>{0}, {1} of {2}</source>
            <translation>{0}，第 {1} 个，共 {2} 个</translation>
        </message>
        <message>
            <source>{0}: {1}, {2} %</source>
            <translation>{0}：{1}，{2} %</translation>
        </message>
    </context>
    <context>
        <name>EngineChoices</name>
        <message>
            <source> ms</source>
            <translation> 毫秒</translation>
        </message>
        <message>
            <source>&amp;Precision:</source>
            <translation>精度(&amp;P)：</translation>
        </message>
        <message>
            <source>&amp;Time-out:</source>
            <translation>超时(&amp;T)：</translation>
        </message>
        <message>
            <source>A stage that takes longer on the graphics card is done by something slower for a while</source>
            <translation>某个阶段在显卡上超过此时间，会暂时改用较慢的方式</translation>
        </message>
        <message>
            <source>Make speech &amp;with:</source>
            <translation>语音生成方式(&amp;W)：</translation>
        </message>
        <message>
            <source>The graphics card, where there is one</source>
            <translation>显卡（如果有）</translation>
        </message>
        <message>
            <source>The processor alone</source>
            <translation>仅用处理器</translation>
        </message>
        <message>
            <source>float16 where it is exact enough</source>
            <translation>足够精确时用 float16</translation>
        </message>
        <message>
            <source>float32 everywhere, slower</source>
            <translation>全部用 float32，较慢</translation>
        </message>
    </context>
    <context>
        <name>EngineNotices</name>
        <message>
            <source>Engine…</source>
            <translation>引擎…</translation>
        </message>
        <message>
            <source>{0} It is tried again by itself.</source>
            <translation>{0} 之后会自动重试。</translation>
        </message>
    </context>
    <context>
        <name>EngineSetup</name>
        <message>
            <source>Building engines</source>
            <translation>正在构建引擎</translation>
        </message>
    </context>
    <context>
        <name>EngineStages</name>
        <message>
            <source>Decoder</source>
            <translation>解码器</translation>
        </message>
        <message>
            <source>Generator</source>
            <translation>生成器</translation>
        </message>
        <message>
            <source>Prosody</source>
            <translation>韵律</translation>
        </message>
        <message>
            <source>Server</source>
            <translation>服务器</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
    </context>
    <context>
        <name>EngineStatus</name>
        <message>
            <source>&amp;Build engines</source>
            <translation>构建引擎(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Copy command</source>
            <translation>复制命令(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Remove</source>
            <translation>移除(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Remove engines…</source>
            <translation>移除引擎(&amp;R)…</translation>
        </message>
        <message>
            <source>&amp;Stop building</source>
            <translation>停止构建(&amp;S)</translation>
        </message>
        <message>
            <source>Build what is missing for this graphics card: minutes, once</source>
            <translation>构建此显卡缺少的引擎：只需一次，几分钟</translation>
        </message>
        <message>
            <source>Graphics card and engines</source>
            <translation>显卡和引擎</translation>
        </message>
        <message>
            <source>Progress of building</source>
            <translation>构建进度</translation>
        </message>
        <message>
            <source>Remove all engines and free {0}?</source>
            <translation>移除所有引擎并释放 {0}？</translation>
        </message>
        <message>
            <source>Remove engines</source>
            <translation>移除引擎</translation>
        </message>
        <message>
            <source>Stopping…</source>
            <translation>正在停止…</translation>
        </message>
        <message>
            <source>The engines are removed: {0} are free again.</source>
            <translation>引擎已移除：释放了 {0}。</translation>
        </message>
        <message>
            <source>To build them again takes minutes; until then something slower is used.</source>
            <translation>重新构建需要几分钟；在此之前会使用较慢的方式。</translation>
        </message>
    </context>
    <context>
        <name>EngineWords</name>
        <message>
            <source>A part of the speech ({0}) is made by {1} instead of {2}: {3}.</source>
            <translation>语音的一部分（{0}）由 {1} 而不是 {2} 生成：{3}。</translation>
        </message>
        <message>
            <source>All engines were built already.</source>
            <translation>所有引擎都已构建。</translation>
        </message>
        <message>
            <source>Building was stopped; stages that were finished are kept.</source>
            <translation>构建已停止；已完成的阶段会保留。</translation>
        </message>
        <message>
            <source>Looking for a graphics card…</source>
            <translation>正在查找显卡…</translation>
        </message>
        <message>
            <source>No NVIDIA graphics card was found: the processor makes the speech.</source>
            <translation>未找到 NVIDIA 显卡：由处理器生成语音。</translation>
        </message>
        <message>
            <source>Speech is made by {0} instead of {1}: {2}.</source>
            <translation>语音由 {0} 而不是 {1} 生成：{2}。</translation>
        </message>
        <message>
            <source>The engines are built.</source>
            <translation>引擎已构建。</translation>
        </message>
        <message>
            <source>The processor alone was chosen</source>
            <translation>选择了仅用处理器</translation>
        </message>
        <message>
            <source>There is no graphics card that can be used</source>
            <translation>没有可用的显卡</translation>
        </message>
        <message>
            <source>compute capability {0}</source>
            <translation>计算能力 {0}</translation>
        </message>
        <message>
            <source>not built</source>
            <translation>未构建</translation>
        </message>
        <message>
            <source>not loaded</source>
            <translation>未加载</translation>
        </message>
        <message>
            <source>{0} instead of {1} ({2})</source>
            <translation>{0}，而不是 {1}（{2}）</translation>
        </message>
        <message>
            <source>{0} makes the speech again.</source>
            <translation>{0} 已恢复生成语音。</translation>
        </message>
        <message>
            <source>{0} of {1} free</source>
            <translation>{0} 可用，共 {1}</translation>
        </message>
        <message>
            <source>{0} s of speech: first sound after {1} ms, real-time factor {2}</source>
            <translation>{0} 秒语音：{1} 毫秒后首声，实时率 {2}</translation>
        </message>
        <message>
            <source>{0}: first sound after {1} ms, real-time factor {2}</source>
            <translation>{0}：{1} 毫秒后首声，实时率 {2}</translation>
        </message>
        <message>
            <source>{0}: {1}</source>
            <translation>{0}：{1}</translation>
        </message>
    </context>
    <context>
        <name>Example</name>
        <message>
            <source>faster</source>
            <translation>更快</translation>
        </message>
        <message>
            <source>flatter</source>
            <translation>更平</translation>
        </message>
        <message>
            <source>higher</source>
            <translation>更高</translation>
        </message>
        <message>
            <source>livelier</source>
            <translation>起伏更大</translation>
        </message>
        <message>
            <source>louder</source>
            <translation>更响</translation>
        </message>
        <message>
            <source>lower</source>
            <translation>更低</translation>
        </message>
        <message>
            <source>slower</source>
            <translation>更慢</translation>
        </message>
        <message>
            <source>softer</source>
            <translation>更轻</translation>
        </message>
        <message>
            <source>with longer pauses</source>
            <translation>停顿更长</translation>
        </message>
        <message>
            <source>with shorter pauses</source>
            <translation>停顿更短</translation>
        </message>
        <message>
            <source>{0}, {1}</source>
            <translation>{0}，{1}</translation>
        </message>
        <message>
            <source>“{0}” is spoken much like usual speech.</source>
            <translation>“{0}”与平常说话差不多。</translation>
        </message>
        <message>
            <source>“{0}” is {1}.</source>
            <translation>“{0}”：{1}。</translation>
        </message>
    </context>
    <context>
        <name>Export</name>
        <message>
            <source>  (exists, will be replaced)</source>
            <translation>  （已存在，将被替换）</translation>
        </message>
        <message>
            <source>  (exists, will be skipped)</source>
            <translation>  （已存在，将跳过）</translation>
        </message>
        <message numerus="yes">
            <source>%n cancelled</source>
            <translation>
                <numerusform>%n 个已取消</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n empty line(s) left out</source>
            <translation>
                <numerusform>略过 %n 个空行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n failed</source>
            <translation>
                <numerusform>%n 个失败</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s)</source>
            <translation>
                <numerusform>%n 个文件</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n file(s) written</source>
            <translation>
                <numerusform>已写入 %n 个文件</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) have no time and follow the line before.</source>
            <translation>
                <numerusform>%n 行没有时间，接在上一行之后。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n skipped</source>
            <translation>
                <numerusform>%n 个已跳过</numerusform>
            </translation>
        </message>
        <message>
            <source>A brace of the pattern has no partner; write fields as {0}.</source>
            <translation>文件名格式中的花括号不成对；字段请写成 {0}。</translation>
        </message>
        <message>
            <source>A part of “{0}” is a file, not a folder; choose another one.</source>
            <translation>“{0}”中有一部分是文件而不是文件夹；请另选一个。</translation>
        </message>
        <message>
            <source>Audiobook ACX</source>
            <translation>有声书 ACX</translation>
        </message>
        <message>
            <source>Audiobook M4B with chapters</source>
            <translation>带章节的 M4B 有声书</translation>
        </message>
        <message>
            <source>Cancelled</source>
            <translation>已取消</translation>
        </message>
        <message>
            <source>Choose a folder for the files.</source>
            <translation>请选择存放文件的文件夹。</translation>
        </message>
        <message>
            <source>Done</source>
            <translation>完成</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>Lines for an editor or a game</source>
            <translation>供剪辑或游戏使用的逐行文件</translation>
        </message>
        <message>
            <source>Making</source>
            <translation>正在生成</translation>
        </message>
        <message>
            <source>Nothing can be heard in it; make its lines again.</source>
            <translation>里面听不到任何声音，请重新生成这些行。</translation>
        </message>
        <message>
            <source>Podcast</source>
            <translation>播客</translation>
        </message>
        <message>
            <source>Skipped</source>
            <translation>已跳过</translation>
        </message>
        <message>
            <source>Synthetic speech, made with {0} (voice: {1}).</source>
            <translation>合成语音，由 {0} 生成（声音：{1}）。</translation>
        </message>
        <message>
            <source>The disk may become full: choose another folder or free some space.</source>
            <translation>磁盘空间可能不足：请选择别的文件夹或腾出空间。</translation>
        </message>
        <message>
            <source>The disk of “{0}” is full; free some space or choose another one.</source>
            <translation>“{0}”所在的磁盘已满；请腾出一些空间，或另选一个。</translation>
        </message>
        <message>
            <source>The file was not whole when it was read back; check the disk and try again.</source>
            <translation>回读时发现文件不完整；请检查磁盘后重试。</translation>
        </message>
        <message>
            <source>The pattern is empty; write for example {0}.</source>
            <translation>文件名格式是空的；可以写成 {0}。</translation>
        </message>
        <message>
            <source>The script has no sections, so that all lines are one file.</source>
            <translation>脚本没有分节，所有行会写成一个文件。</translation>
        </message>
        <message>
            <source>There is no {0}; the pattern may use {1}.</source>
            <translation>没有 {0} 这个字段；可以使用 {1}。</translation>
        </message>
        <message>
            <source>Video dub, 48 kHz</source>
            <translation>视频配音，48 kHz</translation>
        </message>
        <message>
            <source>Video dub, a track for each cast member</source>
            <translation>视频配音，每个角色一条音轨</translation>
        </message>
        <message>
            <source>Waiting</source>
            <translation>等待中</translation>
        </message>
        <message>
            <source>Writing</source>
            <translation>正在写入</translation>
        </message>
        <message>
            <source>about {0}</source>
            <translation>约 {0}</translation>
        </message>
        <message>
            <source>about {0} of audio</source>
            <translation>音频约 {0}</translation>
        </message>
        <message>
            <source>peak {0} dB</source>
            <translation>峰值 {0} dB</translation>
        </message>
        <message>
            <source>{0} %</source>
            <translation>{0} %</translation>
        </message>
        <message>
            <source>{0} LUFS</source>
            <translation>{0} LUFS</translation>
        </message>
        <message>
            <source>{0} free</source>
            <translation>可用空间 {0}</translation>
        </message>
        <message>
            <source>“{0}” cannot be used as a folder; choose another one.</source>
            <translation>“{0}”不能用作文件夹；请另选一个。</translation>
        </message>
        <message>
            <source>“{0}” cannot be written to; choose a folder of your own.</source>
            <translation>“{0}”无法写入；请选择你自己的文件夹。</translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <source>Export</source>
            <translation>导出</translation>
        </message>
        <message numerus="yes">
            <source>Export %n line(s)</source>
            <translation>
                <numerusform>导出 %n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Export &amp;as</source>
            <translation>导出为(&amp;A)</translation>
        </message>
        <message>
            <source>Files</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Files that will be written</source>
            <translation>将要写入的文件</translation>
        </message>
        <message>
            <source>Folder for the files</source>
            <translation>存放文件的文件夹</translation>
        </message>
        <message>
            <source>Looking at the folder…</source>
            <translation>正在查看文件夹…</translation>
        </message>
        <message>
            <source>My own choices</source>
            <translation>自定义</translation>
        </message>
        <message>
            <source>Sound</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Times</source>
            <translation>时间</translation>
        </message>
        <message>
            <source>Untitled</source>
            <translation>未命名</translation>
        </message>
    </context>
    <context>
        <name>ExportModel</name>
        <message>
            <source>Details</source>
            <translation>详情</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
    </context>
    <context>
        <name>ExportPanel</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Cancel all</source>
            <translation>全部取消</translation>
        </message>
        <message>
            <source>Clear finished</source>
            <translation>清除已结束的</translation>
        </message>
        <message>
            <source>Files to export</source>
            <translation>要导出的文件</translation>
        </message>
        <message>
            <source>Nothing is being exported. Write lines to files here; what is not made yet is made first.</source>
            <translation>没有正在导出的内容。可在此把台词写成文件；尚未生成的会先生成。</translation>
        </message>
        <message>
            <source>Open folder</source>
            <translation>打开文件夹</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Progress of the export</source>
            <translation>导出进度</translation>
        </message>
        <message>
            <source>Resume</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Retry</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Retry all</source>
            <translation>全部重试</translation>
        </message>
        <message>
            <source>paused</source>
            <translation>已暂停</translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n file(s)</source>
            <translation>
                <numerusform>已完成 {0} / %n 个文件</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExportQueue</name>
        <message>
            <source>A file of this name is there already.</source>
            <translation>已经有同名文件。</translation>
        </message>
        <message>
            <source>Another project was opened.</source>
            <translation>打开了另一个项目。</translation>
        </message>
    </context>
    <context>
        <name>FileCommands</name>
        <message>
            <source>&amp;Clear this list</source>
            <translation>清空此列表(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Don't save</source>
            <translation>不保存(&amp;D)</translation>
        </message>
        <message>
            <source>Import text or subtitles</source>
            <translation>导入文本或字幕</translation>
        </message>
        <message>
            <source>No recent projects</source>
            <translation>没有最近的项目</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>打开</translation>
        </message>
        <message>
            <source>Projects, text and subtitles ({0})</source>
            <translation>项目、文本和字幕 ({0})</translation>
        </message>
        <message>
            <source>Save the changes to “{0}”?</source>
            <translation>要保存对“{0}”的更改吗？</translation>
        </message>
        <message>
            <source>Save the project</source>
            <translation>保存项目</translation>
        </message>
        <message>
            <source>Text and subtitles ({0})</source>
            <translation>文本和字幕 ({0})</translation>
        </message>
        <message>
            <source>Timbre projects ({0})</source>
            <translation>Timbre 项目 ({0})</translation>
        </message>
        <message>
            <source>Unsaved changes</source>
            <translation>尚未保存的更改</translation>
        </message>
        <message>
            <source>Untitled</source>
            <translation>未命名</translation>
        </message>
        <message>
            <source>Without saving, what you changed and made since the last save is gone.</source>
            <translation>如果不保存，上次保存之后的更改和生成的内容都会丢失。</translation>
        </message>
    </context>
    <context>
        <name>FilesPage</name>
        <message>
            <source>&amp;Browse…</source>
            <translation>浏览(&amp;B)…</translation>
        </message>
        <message>
            <source>&amp;Folder</source>
            <translation>文件夹(&amp;F)</translation>
        </message>
        <message>
            <source>All lines in one file</source>
            <translation>所有行写成一个文件</translation>
        </message>
        <message>
            <source>Cast member</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>F&amp;iles</source>
            <translation>文件(&amp;I)</translation>
        </message>
        <message>
            <source>File &amp;names</source>
            <translation>文件名(&amp;N)</translation>
        </message>
        <message>
            <source>If a file e&amp;xists</source>
            <translation>如果文件已存在(&amp;X)</translation>
        </message>
        <message>
            <source>Inser&amp;t</source>
            <translation>插入(&amp;T)</translation>
        </message>
        <message>
            <source>Keep both, number the new one</source>
            <translation>都保留，给新文件编号</translation>
        </message>
        <message>
            <source>Keep it, skip the new one</source>
            <translation>保留原文件，跳过新文件</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Number of the line</source>
            <translation>行号</translation>
        </message>
        <message>
            <source>One file for each cast member</source>
            <translation>每个角色一个文件</translation>
        </message>
        <message>
            <source>One file for each line</source>
            <translation>每行一个文件</translation>
        </message>
        <message>
            <source>One file for each section</source>
            <translation>每节一个文件</translation>
        </message>
        <message>
            <source>Project</source>
            <translation>项目</translation>
        </message>
        <message>
            <source>Replace it</source>
            <translation>替换</translation>
        </message>
        <message>
            <source>Section</source>
            <translation>节</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message numerus="yes">
            <source>%n match(es)</source>
            <translation>
                <numerusform>%n 处匹配</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Replace</source>
            <translation>替换(&amp;R)</translation>
        </message>
        <message>
            <source>Close the find bar</source>
            <translation>关闭查找栏</translation>
        </message>
        <message>
            <source>F&amp;ind</source>
            <translation>查找(&amp;I)</translation>
        </message>
        <message>
            <source>In &amp;selection</source>
            <translation>仅在所选行中(&amp;S)</translation>
        </message>
        <message>
            <source>Match &amp;case</source>
            <translation>区分大小写(&amp;C)</translation>
        </message>
        <message>
            <source>Next match</source>
            <translation>下一处</translation>
        </message>
        <message>
            <source>No match</source>
            <translation>没有匹配</translation>
        </message>
        <message>
            <source>Previous match</source>
            <translation>上一处</translation>
        </message>
        <message>
            <source>Re&amp;gular expression</source>
            <translation>正则表达式(&amp;G)</translation>
        </message>
        <message>
            <source>Replace &amp;all</source>
            <translation>全部替换(&amp;A)</translation>
        </message>
        <message>
            <source>Replace &amp;with</source>
            <translation>替换为(&amp;W)</translation>
        </message>
        <message>
            <source>Whole w&amp;ords</source>
            <translation>全字匹配(&amp;O)</translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n match(es)</source>
            <translation>
                <numerusform>第 {0} 处，共 %n 处</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>Finder</name>
        <message>
            <source>Replace</source>
            <translation>替换</translation>
        </message>
        <message numerus="yes">
            <source>Replace %n match(es)</source>
            <translation>
                <numerusform>替换 %n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>The replacement names a group that the expression does not have; correct it.</source>
            <translation>替换内容引用了表达式中没有的分组；请改正。</translation>
        </message>
        <message>
            <source>“{0}” also finds places without any character; make it more exact.</source>
            <translation>“{0}”会匹配到没有字符的位置；请写得更精确。</translation>
        </message>
        <message>
            <source>“{0}” is not a complete regular expression; correct it, or turn off regular expressions.</source>
            <translation>“{0}”不是完整的正则表达式；请改正，或关闭正则表达式。</translation>
        </message>
    </context>
    <context>
        <name>FitLimitsDialog</name>
        <message>
            <source>&amp;Draw out to</source>
            <translation>最多拉长到(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Shorten to</source>
            <translation>最多缩短到(&amp;S)</translation>
        </message>
        <message>
            <source>A line with a start and an end is spoken so that it fills its time: pauses give way first, then vowels, then everything. The pitch stays. These are shares of the length that it would have by itself.</source>
            <translation>有起止时间的台词会按时间长度来读：先调整停顿，再调整元音，最后调整全部。音高不变。下面的数值是相对自然长度的比例。</translation>
        </message>
        <message>
            <source>Change the limits of times</source>
            <translation>更改时间限度</translation>
        </message>
        <message>
            <source>Fit lines to their times</source>
            <translation>让台词贴合时间</translation>
        </message>
        <message>
            <source>Lines that may be spoken &amp;faster, to</source>
            <translation>允许加快的台词，最多到(&amp;F)</translation>
        </message>
    </context>
    <context>
        <name>Folders</name>
        <message>
            <source>List of the exported files</source>
            <translation>已导出文件的清单</translation>
        </message>
    </context>
    <context>
        <name>Gathering</name>
        <message>
            <source>Line {0} could not be made: {1}</source>
            <translation>第 {0} 行无法生成：{1}</translation>
        </message>
    </context>
    <context>
        <name>HearCard</name>
        <message>
            <source>&amp;Write a sentence:</source>
            <translation>写一句话(&amp;W)：</translation>
        </message>
        <message>
            <source>Ctrl+Enter in the text</source>
            <translation>在文本框中按 Ctrl+Enter</translation>
        </message>
        <message>
            <source>Hear it</source>
            <translation>听一听</translation>
        </message>
        <message>
            <source>Hello! Write anything you like here, and hear it a moment later.</source>
            <translation>你好！在这里随便写点什么，马上就能听到。</translation>
        </message>
        <message>
            <source>Preparing the voice</source>
            <translation>正在准备声音</translation>
        </message>
        <message>
            <source>Preparing…</source>
            <translation>正在准备…</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>There is nothing to say: write a sentence first.</source>
            <translation>没有可以说的内容：请先写一句话。</translation>
        </message>
    </context>
    <context>
        <name>HearingBar</name>
        <message>
            <source>The voice is about to speak</source>
            <translation>语音即将开始播放</translation>
        </message>
    </context>
    <context>
        <name>HouseVoices</name>
        <message>
            <source>A man speaking Japanese, calm and clear, for documentaries and news.</source>
            <translation>说日语的男声，平静清晰，适合纪录片和新闻。</translation>
        </message>
        <message>
            <source>A man with a deep, dark and somewhat husky voice, for trailers and narration.</source>
            <translation>低沉、浑厚、略带沙哑的男声，适合预告片和旁白。</translation>
        </message>
        <message>
            <source>A woman speaking Mandarin, calm and dark, for audiobooks.</source>
            <translation>说普通话的女声，平静低沉，适合有声书。</translation>
        </message>
        <message>
            <source>A woman with a warm, dark voice, for stories told in the evening.</source>
            <translation>温暖低沉的女声，适合晚间故事。</translation>
        </message>
        <message>
            <source>A young man speaking Mandarin, bright and brisk, for dialogue and explainers.</source>
            <translation>说普通话的年轻男声，明亮轻快，适合对白和讲解。</translation>
        </message>
        <message>
            <source>A young man, light and cheerful, for dialogue and explainers.</source>
            <translation>轻松愉快的年轻男声，适合对白和讲解。</translation>
        </message>
        <message>
            <source>A young woman speaking Japanese, bright and lively, for animation and guides.</source>
            <translation>说日语的年轻女声，明亮活泼，适合动画和导览。</translation>
        </message>
        <message>
            <source>A young woman speaking Mandarin, bright and friendly, for guides and young characters.</source>
            <translation>说普通话的年轻女声，明亮亲切，适合导览和年轻角色。</translation>
        </message>
        <message>
            <source>A young woman, bright and quick, for adverts and lively characters.</source>
            <translation>明亮轻快的年轻女声，适合广告和活泼的角色。</translation>
        </message>
        <message>
            <source>An old lady speaking Japanese, soft and slow, for folk tales.</source>
            <translation>说日语的老奶奶，柔和缓慢，适合民间故事。</translation>
        </message>
        <message>
            <source>An old lady speaking Mandarin, slow and kind, for memories and grandmothers.</source>
            <translation>说普通话的老奶奶，缓慢慈祥，适合回忆和祖母角色。</translation>
        </message>
        <message>
            <source>An old lady, British and unhurried, for memoirs and grandmothers.</source>
            <translation>从容的英国老妇人，适合回忆录和祖母角色。</translation>
        </message>
        <message>
            <source>An old man speaking Mandarin, deep and deliberate, for history and elders.</source>
            <translation>说普通话的老先生，低沉稳重，适合历史和长者角色。</translation>
        </message>
        <message>
            <source>An old man, British, slow and a little rough, for tales and grandfathers.</source>
            <translation>缓慢、略带粗糙的英国老先生，适合故事和祖父角色。</translation>
        </message>
    </context>
    <context>
        <name>Import</name>
        <message numerus="yes">
            <source>%n left out</source>
            <translation>
                <numerusform>略过 %n 项</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;End</source>
            <translation>结束(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;Length</source>
            <translation>时长(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Start</source>
            <translation>开始(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Text</source>
            <translation>文本(&amp;T)</translation>
        </message>
        <message>
            <source>&amp;Voice</source>
            <translation>声音(&amp;V)</translation>
        </message>
        <message>
            <source>C&amp;ast</source>
            <translation>角色(&amp;A)</translation>
        </message>
        <message>
            <source>Cast</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>E&amp;motion</source>
            <translation>情感(&amp;M)</translation>
        </message>
        <message>
            <source>EPUB book</source>
            <translation>EPUB 电子书</translation>
        </message>
        <message>
            <source>End</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>La&amp;nguage</source>
            <translation>语言(&amp;N)</translation>
        </message>
        <message>
            <source>Left out: {0}</source>
            <translation>略过：{0}</translation>
        </message>
        <message>
            <source>Markdown</source>
            <translation>Markdown</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>说明</translation>
        </message>
        <message>
            <source>Plain text</source>
            <translation>纯文本</translation>
        </message>
        <message>
            <source>S&amp;peed</source>
            <translation>语速(&amp;P)</translation>
        </message>
        <message>
            <source>SSML</source>
            <translation>SSML</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>SubRip subtitles</source>
            <translation>SubRip 字幕</translation>
        </message>
        <message>
            <source>SubStation Alpha subtitles</source>
            <translation>SubStation Alpha 字幕</translation>
        </message>
        <message>
            <source>Table</source>
            <translation>表格</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>WebVTT subtitles</source>
            <translation>WebVTT 字幕</translation>
        </message>
        <message>
            <source>Word document</source>
            <translation>Word 文档</translation>
        </message>
        <message>
            <source>begins before the one above ends</source>
            <translation>在上一条结束之前就开始</translation>
        </message>
        <message>
            <source>cannot be read</source>
            <translation>无法读取</translation>
        </message>
        <message>
            <source>cast: {0}</source>
            <translation>角色：{0}</translation>
        </message>
        <message>
            <source>ended before it began, and has no end now</source>
            <translation>结束早于开始，现已去掉结束时间</translation>
        </message>
        <message>
            <source>has a time that cannot be read</source>
            <translation>时间无法读取</translation>
        </message>
        <message>
            <source>has an emotion or a speed that does not exist</source>
            <translation>情感或语速不存在</translation>
        </message>
        <message>
            <source>has no number</source>
            <translation>没有编号</translation>
        </message>
        <message>
            <source>has no text</source>
            <translation>没有文本</translation>
        </message>
        <message>
            <source>has the number of another one</source>
            <translation>编号与另一条重复</translation>
        </message>
        <message>
            <source>is a comment</source>
            <translation>是注释</translation>
        </message>
        <message>
            <source>is a drawing</source>
            <translation>是绘图</translation>
        </message>
        <message>
            <source>is karaoke</source>
            <translation>是卡拉 OK 字幕</translation>
        </message>
        <message>
            <source>is only a number</source>
            <translation>只有一个数字</translation>
        </message>
        <message>
            <source>is there once more, on another layer</source>
            <translation>在另一图层重复出现</translation>
        </message>
        <message>
            <source>seems to be said by two people</source>
            <translation>似乎由两个人说</translation>
        </message>
        <message>
            <source>was not in order of time</source>
            <translation>没有按时间排列</translation>
        </message>
    </context>
    <context>
        <name>ImportColumns</name>
        <message>
            <source>none</source>
            <translation>无</translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message>
            <source>&amp;Join lines that were broken to fit a page</source>
            <translation>合并因版面而断开的行(&amp;J)</translation>
        </message>
        <message>
            <source>&amp;Names before a colon say who speaks</source>
            <translation>冒号前的名字是说话人(&amp;N)</translation>
        </message>
        <message>
            <source>Each sentence is a &amp;line</source>
            <translation>每句一行(&amp;L)</translation>
        </message>
        <message>
            <source>En&amp;coding</source>
            <translation>编码(&amp;C)</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Find out</source>
            <translation>自动识别</translation>
        </message>
        <message>
            <source>Found: {0}</source>
            <translation>识别为：{0}</translation>
        </message>
        <message>
            <source>Import</source>
            <translation>导入</translation>
        </message>
        <message numerus="yes">
            <source>Import %n file(s)</source>
            <translation>
                <numerusform>导入 %n 个文件</numerusform>
            </translation>
        </message>
        <message>
            <source>Import {0}</source>
            <translation>导入 {0}</translation>
        </message>
        <message>
            <source>Only what is &amp;odd</source>
            <translation>只看有问题的(&amp;O)</translation>
        </message>
        <message>
            <source>Reading…</source>
            <translation>正在读取…</translation>
        </message>
        <message>
            <source>Show ta&amp;gs and styles</source>
            <translation>显示标签和样式(&amp;G)</translation>
        </message>
        <message>
            <source>St&amp;yles say who speaks</source>
            <translation>样式表示说话人(&amp;Y)</translation>
        </message>
        <message>
            <source>What was understood</source>
            <translation>识别结果</translation>
        </message>
    </context>
    <context>
        <name>InputMeter</name>
        <message>
            <source>Input level in decibels below full scale</source>
            <translation>输入电平（满刻度以下的分贝数）</translation>
        </message>
    </context>
    <context>
        <name>InspectorFields</name>
        <message>
            <source>&amp;Cast</source>
            <translation>角色(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Speed</source>
            <translation>语速(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Voice</source>
            <translation>声音(&amp;V)</translation>
        </message>
        <message>
            <source>(several)</source>
            <translation>（多个值）</translation>
        </message>
        <message numerus="yes">
            <source>Change language of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的语言</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change speed of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的语速</numerusform>
            </translation>
        </message>
        <message>
            <source>Detect</source>
            <translation>自动检测</translation>
        </message>
        <message>
            <source>From the cast</source>
            <translation>跟随角色</translation>
        </message>
        <message>
            <source>The speaking rate of this line; the lowest step takes the cast's</source>
            <translation>这一行的语速；调到最低一档则跟随角色</translation>
        </message>
        <message>
            <source>{0} from the cast</source>
            <translation>{0}（跟随角色）</translation>
        </message>
    </context>
    <context>
        <name>InspectorPanel</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Edit text</source>
            <translation>编辑文本</translation>
        </message>
        <message>
            <source>Inspector</source>
            <translation>检查器</translation>
        </message>
        <message>
            <source>Line {0}</source>
            <translation>第 {0} 行</translation>
        </message>
        <message>
            <source>Select a line to see how it is said.</source>
            <translation>选择一行，查看它的读法。</translation>
        </message>
        <message>
            <source>Text of the line</source>
            <translation>这一行的文本</translation>
        </message>
        <message>
            <source>What is to be said</source>
            <translation>要说的内容</translation>
        </message>
        <message>
            <source>{0}: {1} %</source>
            <translation>{0}：{1} %</translation>
        </message>
    </context>
    <context>
        <name>Installation</name>
        <message>
            <source>Installing the speech model</source>
            <translation>正在安装语音模型</translation>
        </message>
    </context>
    <context>
        <name>Job</name>
        <message>
            <source>A file of this name is there already.</source>
            <translation>已经有同名文件。</translation>
        </message>
        <message>
            <source>It has nothing to say any more.</source>
            <translation>已经没有可以说的内容。</translation>
        </message>
        <message>
            <source>Making a line of it was stopped elsewhere.</source>
            <translation>其中一行的生成在别处被停止了。</translation>
        </message>
    </context>
    <context>
        <name>JsonProcess</name>
        <message>
            <source>The process could not be started ({0}): install Timbre Studio again.</source>
            <translation>无法启动进程（{0}）：请重新安装 Timbre Studio。</translation>
        </message>
    </context>
    <context>
        <name>Keeping</name>
        <message>
            <source>The program ended before it was written.</source>
            <translation>程序在写入之前就结束了。</translation>
        </message>
    </context>
    <context>
        <name>LevelMeter</name>
        <message>
            <source>%v dB</source>
            <translation>%v dB</translation>
        </message>
        <message>
            <source>Output level in decibels below full scale</source>
            <translation>输出电平（满刻度以下的分贝数）</translation>
        </message>
        <message>
            <source>Peak level, from -60 dB to full scale; a block at the right end means that it was too loud</source>
            <translation>峰值电平，从 -60 dB 到满刻度；右端出现方块表示声音过大</translation>
        </message>
    </context>
    <context>
        <name>Lexicon</name>
        <message>
            <source>Any</source>
            <translation>不限</translation>
        </message>
        <message>
            <source>English</source>
            <translation>英语</translation>
        </message>
        <message>
            <source>Exact</source>
            <translation>精确</translation>
        </message>
        <message>
            <source>Smart</source>
            <translation>智能</translation>
        </message>
        <message>
            <source>Smart: a word with capitals is for those alone, one without is for any. Any: capitals do not count. Exact: just as it is written.</source>
            <translation>智能：带大写的词只匹配同样的大写，不带大写的词都匹配。不限：不区分大小写。精确：与写法完全一致。</translation>
        </message>
        <message>
            <source>capitals: {0}</source>
            <translation>大小写：{0}</translation>
        </message>
        <message>
            <source>switched off</source>
            <translation>已停用</translation>
        </message>
    </context>
    <context>
        <name>LexiconFiles</name>
        <message numerus="yes">
            <source>%n entry(s) are in {0}.</source>
            <translation>
                <numerusform>{0} 中有 %n 个词条。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n entry(s) came from {0}.</source>
            <translation>
                <numerusform>从 {0} 导入了 %n 个词条。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n were left out:</source>
            <translation>
                <numerusform>略过 %n 个：</numerusform>
            </translation>
        </message>
        <message>
            <source>Export the lexicon</source>
            <translation>导出词典</translation>
        </message>
        <message>
            <source>Exporting {0}</source>
            <translation>正在导出 {0}</translation>
        </message>
        <message>
            <source>Import a lexicon</source>
            <translation>导入词典</translation>
        </message>
        <message>
            <source>Import {0}</source>
            <translation>导入 {0}</translation>
        </message>
        <message>
            <source>Importing {0}</source>
            <translation>正在导入 {0}</translation>
        </message>
        <message>
            <source>Lexicons ({0})</source>
            <translation>词典（{0}）</translation>
        </message>
    </context>
    <context>
        <name>LexiconModel</name>
        <message>
            <source>Capitals</source>
            <translation>大小写</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>备注</translation>
        </message>
        <message>
            <source>Reading</source>
            <translation>读音</translation>
        </message>
        <message>
            <source>Uses</source>
            <translation>使用次数</translation>
        </message>
        <message>
            <source>Word</source>
            <translation>词</translation>
        </message>
    </context>
    <context>
        <name>LexiconPage</name>
        <message numerus="yes">
            <source>%n entry(s)</source>
            <translation>
                <numerusform>%n 个词条</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Add</source>
            <translation>添加(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>语言(&amp;L)</translation>
        </message>
        <message>
            <source>Add the entry “{0}”</source>
            <translation>添加词条“{0}”</translation>
        </message>
        <message>
            <source>Change the entry “{0}”</source>
            <translation>更改词条“{0}”</translation>
        </message>
        <message>
            <source>Entries of the lexicon</source>
            <translation>词典中的词条</translation>
        </message>
        <message>
            <source>Its &amp;reading</source>
            <translation>读音(&amp;R)</translation>
        </message>
        <message>
            <source>New &amp;word</source>
            <translation>新词(&amp;W)</translation>
        </message>
        <message>
            <source>No entries yet: add a word below, or correct a reading in the inspector.</source>
            <translation>还没有词条：在下面添加一个词，或在检查器中纠正读音。</translation>
        </message>
        <message>
            <source>Pinyin, IPA, ARPAbet, kana, or words that sound so</source>
            <translation>拼音、国际音标、ARPAbet、假名，或读音相同的词</translation>
        </message>
        <message numerus="yes">
            <source>Remove %n entry(s)</source>
            <translation>
                <numerusform>删除 %n 个词条</numerusform>
            </translation>
        </message>
        <message>
            <source>Search the lexicon</source>
            <translation>搜索词典</translation>
        </message>
        <message>
            <source>Search words, readings and notes</source>
            <translation>搜索词、读音和备注</translation>
        </message>
        <message>
            <source>{0} is read as {1} ({2})</source>
            <translation>{0} 读作 {1}（{2}）</translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n entry(s)</source>
            <translation>
                <numerusform>%n 个词条中的 {0} 个</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>LexiconWindow</name>
        <message numerus="yes">
            <source>%n entry(s) are in the other list too now.</source>
            <translation>
                <numerusform>现在另一个列表中也有这 %n 个词条。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Copy %n entry(s)</source>
            <translation>
                <numerusform>复制 %n 个词条</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy to mine</source>
            <translation>复制到我的词典</translation>
        </message>
        <message>
            <source>Copy to the project</source>
            <translation>复制到项目</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Hear</source>
            <translation>试听</translation>
        </message>
        <message>
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <source>Mine, for &amp;all projects</source>
            <translation>我的，用于所有项目(&amp;A)</translation>
        </message>
        <message>
            <source>Pronunciation lexicons</source>
            <translation>读音词典</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>重做</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>This &amp;project</source>
            <translation>此项目(&amp;P)</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>What can be done with entries</source>
            <translation>可对词条进行的操作</translation>
        </message>
        <message>
            <source>lexicon</source>
            <translation>词典</translation>
        </message>
        <message>
            <source>my lexicon</source>
            <translation>我的词典</translation>
        </message>
    </context>
    <context>
        <name>LineMarks</name>
        <message>
            <source>&amp;Pause</source>
            <translation>停顿(&amp;P)</translation>
        </message>
        <message>
            <source>Change a pause</source>
            <translation>更改停顿</translation>
        </message>
        <message>
            <source>Change the pause</source>
            <translation>更改停顿</translation>
        </message>
        <message>
            <source>Insert a pause</source>
            <translation>插入停顿</translation>
        </message>
        <message>
            <source>Read “{0}” as a date</source>
            <translation>把“{0}”按日期读</translation>
        </message>
        <message>
            <source>Read “{0}” as a number</source>
            <translation>把“{0}”按数字读</translation>
        </message>
        <message>
            <source>Read “{0}” as a telephone number</source>
            <translation>把“{0}”按电话号码读</translation>
        </message>
        <message>
            <source>Read “{0}” as an ordinal</source>
            <translation>把“{0}”按序数读</translation>
        </message>
        <message>
            <source>Read “{0}” as single digits</source>
            <translation>把“{0}”逐位读</translation>
        </message>
        <message>
            <source>Read “{0}” as usual</source>
            <translation>把“{0}”按平常读</translation>
        </message>
        <message>
            <source>Seconds of silence</source>
            <translation>静音秒数</translation>
        </message>
        <message>
            <source>Select one line, and in its text the words that are meant.</source>
            <translation>请选择一行，并在其文本中选中要处理的文字。</translation>
        </message>
        <message>
            <source>Select the words that are meant in the text of the line.</source>
            <translation>请在这一行的文本中选中要处理的文字。</translation>
        </message>
        <message>
            <source>Spell out “{0}”</source>
            <translation>逐字母拼读“{0}”</translation>
        </message>
        <message>
            <source>Take a pause away</source>
            <translation>去掉停顿</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>&amp;Redo</source>
            <translation>重做(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Redo {0}</source>
            <translation>重做：{0}(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Undo</source>
            <translation>撤销(&amp;U)</translation>
        </message>
        <message>
            <source>&amp;Undo {0}</source>
            <translation>撤销：{0}(&amp;U)</translation>
        </message>
        <message>
            <source>Autosaved</source>
            <translation>已自动保存</translation>
        </message>
        <message>
            <source>Not autosaved</source>
            <translation>未自动保存</translation>
        </message>
        <message>
            <source>Saved</source>
            <translation>已保存</translation>
        </message>
        <message>
            <source>Saving…</source>
            <translation>正在保存…</translation>
        </message>
        <message>
            <source>There is nothing to export: write or select a line first.</source>
            <translation>没有可以导出的内容：请先写一行或选择一行。</translation>
        </message>
        <message>
            <source>Untitled</source>
            <translation>未命名</translation>
        </message>
    </context>
    <context>
        <name>Making</name>
        <message>
            <source>There is nothing to hear in this line; write words or numbers.</source>
            <translation>这一行没有可以读出的内容；请写文字或数字。</translation>
        </message>
    </context>
    <context>
        <name>Menus</name>
        <message>
            <source>&amp;Edit</source>
            <translation>编辑(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>文件(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>帮助(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Line</source>
            <translation>行(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Play</source>
            <translation>播放(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Reading</source>
            <translation>读法(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>视图(&amp;V)</translation>
        </message>
        <message>
            <source>E&amp;motion</source>
            <translation>情绪(&amp;M)</translation>
        </message>
        <message>
            <source>Open &amp;recent</source>
            <translation>最近的项目(&amp;R)</translation>
        </message>
        <message>
            <source>V&amp;oice</source>
            <translation>声音(&amp;O)</translation>
        </message>
        <message>
            <source>Vi&amp;deo</source>
            <translation>视频(&amp;D)</translation>
        </message>
    </context>
    <context>
        <name>MergeDialog</name>
        <message numerus="yes">
            <source>%n entry(s) are the same in both.</source>
            <translation>
                <numerusform>%n 个词条两边相同。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n word(s) are new and will be added.</source>
            <translation>
                <numerusform>将添加 %n 个新词。</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n word(s) are read otherwise in the file:</source>
            <translation>
                <numerusform>%n 个词在文件中读法不同：</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Bring in</source>
            <translation>导入(&amp;B)</translation>
        </message>
        <message>
            <source>Bring in {0}</source>
            <translation>导入 {0}</translation>
        </message>
        <message>
            <source>Keep all of &amp;mine</source>
            <translation>全部保留我的(&amp;M)</translation>
        </message>
        <message>
            <source>Take all of the &amp;file</source>
            <translation>全部采用文件的(&amp;F)</translation>
        </message>
        <message>
            <source>Words that are read otherwise</source>
            <translation>读法不同的词</translation>
        </message>
    </context>
    <context>
        <name>MessageStrip</name>
        <message>
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Dismiss this message</source>
            <translation>关闭这条消息</translation>
        </message>
    </context>
    <context>
        <name>Microphone</name>
        <message>
            <source>No microphone was found: connect one and try again, or choose a file.</source>
            <translation>没有找到麦克风：请连接麦克风后重试，或选择文件。</translation>
        </message>
        <message>
            <source>Recording failed ({0}): choose a file instead.</source>
            <translation>录音失败（{0}）：请改为选择文件。</translation>
        </message>
        <message>
            <source>The microphone gives no sound: check that it is connected and not muted.</source>
            <translation>麦克风没有声音：请检查是否已连接、有没有静音。</translation>
        </message>
        <message>
            <source>The microphone “{0}” could not be opened ({1}): allow this program to record, close others that use it, or choose a file.</source>
            <translation>无法打开麦克风“{0}”（{1}）：请允许本程序录音，关闭正在使用它的其他程序，或选择文件。</translation>
        </message>
    </context>
    <context>
        <name>ModelCard</name>
        <message>
            <source>&amp;From:</source>
            <translation>来源(&amp;F)：</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Continue</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Folder:</source>
            <translation>文件夹：</translation>
        </message>
        <message>
            <source>Install</source>
            <translation>安装</translation>
        </message>
        <message>
            <source>Installing the speech model</source>
            <translation>正在安装语音模型</translation>
        </message>
        <message>
            <source>Is there no connection? Copy the folder “{0}” from a computer that has the model, and try again.</source>
            <translation>没有网络连接？请从已有模型的电脑复制文件夹“{0}”，然后重试。</translation>
        </message>
        <message>
            <source>It was made for another version of the program. Nothing has to be fetched.</source>
            <translation>它是为另一个程序版本准备的。不需要下载任何内容。</translation>
        </message>
        <message>
            <source>Licence:</source>
            <translation>许可证：</translation>
        </message>
        <message>
            <source>Looking for the speech model…</source>
            <translation>正在查找语音模型…</translation>
        </message>
        <message>
            <source>Model:</source>
            <translation>模型：</translation>
        </message>
        <message>
            <source>No account, and no connection is needed afterwards: your texts stay here.</source>
            <translation>不需要账号，之后也不需要联网：你的文本只留在这台电脑上。</translation>
        </message>
        <message>
            <source>One download, and this computer can speak</source>
            <translation>只需下载一次，这台电脑就能说话</translation>
        </message>
        <message>
            <source>Only what is missing will be fetched again.</source>
            <translation>只会重新下载缺少的部分。</translation>
        </message>
        <message>
            <source>Prepare</source>
            <translation>准备</translation>
        </message>
        <message>
            <source>Repair</source>
            <translation>修复</translation>
        </message>
        <message>
            <source>Size:</source>
            <translation>大小：</translation>
        </message>
        <message>
            <source>Stopping after this part…</source>
            <translation>完成这一部分后停止…</translation>
        </message>
        <message>
            <source>The speech model could not be installed</source>
            <translation>语音模型安装失败</translation>
        </message>
        <message>
            <source>The speech model has to be prepared again</source>
            <translation>语音模型需要重新准备</translation>
        </message>
        <message>
            <source>The speech model is damaged</source>
            <translation>语音模型已损坏</translation>
        </message>
        <message>
            <source>The speech model is installed</source>
            <translation>语音模型已安装</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>What has been fetched is kept: installing goes on from there.</source>
            <translation>已下载的内容会保留：之后从那里继续安装。</translation>
        </message>
        <message>
            <source>model hub (original quality)</source>
            <translation>模型网站（原始质量）</translation>
        </message>
        <message>
            <source>package registries (pip and npm)</source>
            <translation>软件包仓库（pip 和 npm）</translation>
        </message>
        <message>
            <source>{0} MB to fetch</source>
            <translation>需下载 {0} MB</translation>
        </message>
        <message>
            <source>{0}, by {1}</source>
            <translation>{0}，作者 {1}</translation>
        </message>
    </context>
    <context>
        <name>Notices</name>
        <message>
            <source>Copy details</source>
            <translation>复制详情</translation>
        </message>
        <message>
            <source>Install…</source>
            <translation>安装…</translation>
        </message>
        <message>
            <source>Recover</source>
            <translation>恢复</translation>
        </message>
        <message>
            <source>Something went wrong inside the program ({0}). Your work is kept; save it to be sure.</source>
            <translation>程序内部出错（{0}）。你的工作还在；为保险起见请保存。</translation>
        </message>
        <message>
            <source>“{0}” of {1} was not saved when the program ended.</source>
            <translation>程序结束时，{1} 的“{0}”没有保存。</translation>
        </message>
    </context>
    <context>
        <name>Operation</name>
        <message>
            <source>Something went wrong inside the program ({0}); your work is kept.</source>
            <translation>程序内部出错（{0}）；你的工作还在。</translation>
        </message>
    </context>
    <context>
        <name>OwnVoices</name>
        <message>
            <source>The voice is in {0}.</source>
            <translation>声音已保存到 {0}。</translation>
        </message>
        <message>
            <source>{0} is among your voices now.</source>
            <translation>“{0}”已加入我的声音。</translation>
        </message>
    </context>
    <context>
        <name>PhonemeStrip</name>
        <message>
            <source>Symbols of the voice</source>
            <translation>声音的音标</translation>
        </message>
        <message>
            <source>Symbols to put in</source>
            <translation>可插入的音标</translation>
        </message>
    </context>
    <context>
        <name>Preferences</name>
        <message>
            <source>&amp;Engine</source>
            <translation>引擎(&amp;E)</translation>
        </message>
        <message>
            <source>&amp;General</source>
            <translation>常规(&amp;G)</translation>
        </message>
        <message>
            <source>&amp;Language:</source>
            <translation>语言(&amp;L)：</translation>
        </message>
        <message>
            <source>&amp;Output device:</source>
            <translation>输出设备(&amp;O)：</translation>
        </message>
        <message>
            <source>&amp;Theme:</source>
            <translation>主题(&amp;T)：</translation>
        </message>
        <message>
            <source>As the system</source>
            <translation>跟随系统</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Preferences</source>
            <translation>偏好设置</translation>
        </message>
        <message>
            <source>Show the &amp;welcome page at start</source>
            <translation>启动时显示欢迎页(&amp;W)</translation>
        </message>
        <message>
            <source>System language</source>
            <translation>系统语言</translation>
        </message>
    </context>
    <context>
        <name>Projects</name>
        <message>
            <source>Import {0}</source>
            <translation>导入 {0}</translation>
        </message>
        <message>
            <source>Importing {0}</source>
            <translation>正在导入 {0}</translation>
        </message>
        <message>
            <source>Opening {0}</source>
            <translation>正在打开 {0}</translation>
        </message>
        <message>
            <source>Recovering {0}</source>
            <translation>正在恢复 {0}</translation>
        </message>
        <message>
            <source>Saving {0}</source>
            <translation>正在保存 {0}</translation>
        </message>
    </context>
    <context>
        <name>PronunciationBox</name>
        <message>
            <source>! {0}: {1}</source>
            <translation>! {0}：{1}</translation>
        </message>
        <message>
            <source>&amp;Reading, as it was said</source>
            <translation>读音（实际读法）(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Reading, as it will be</source>
            <translation>读音（将要读成）(&amp;R)</translation>
        </message>
        <message numerus="yes">
            <source>? %n word(s) guessed: listen whether they are right.</source>
            <translation>
                <numerusform>? %n 个词的读音是猜测的：请听一听是否正确。</numerusform>
            </translation>
        </message>
        <message>
            <source>Not spoken: {0}</source>
            <translation>不读：{0}</translation>
        </message>
        <message>
            <source>Reading of the line, word by word; Enter corrects a word</source>
            <translation>这一行逐词的读音；按回车更正</translation>
        </message>
    </context>
    <context>
        <name>PronunciationEditor</name>
        <message>
            <source>Change the reading of “{0}”</source>
            <translation>更改“{0}”的读音</translation>
        </message>
        <message numerus="yes">
            <source>Here and %n other(s)</source>
            <translation>
                <numerusform>此处和另外 %n 处</numerusform>
            </translation>
        </message>
        <message>
            <source>It is not spoken. Give it a reading to have it said.</source>
            <translation>它不会被读出。给它一个读音就能读出来。</translation>
        </message>
        <message>
            <source>No others</source>
            <translation>没有其他读法</translation>
        </message>
        <message>
            <source>Only here. To remember it, choose “In this project” or “Always”.</source>
            <translation>仅此处有效。要记住它，请选择“在此项目中”或“始终”。</translation>
        </message>
        <message>
            <source>Read it as {0}. To remember it for “{1}”, write it in pinyin.</source>
            <translation>读作 {0}。要为“{1}”记住它，请用拼音书写。</translation>
        </message>
        <message>
            <source>Read it as {0}:</source>
            <translation>读作 {0}：</translation>
        </message>
        <message>
            <source>Read so by: {0}</source>
            <translation>读音来源：{0}</translation>
        </message>
        <message>
            <source>The word is not known, or the context does not tell: this is a guess. Listen to it.</source>
            <translation>不认识这个词，或上下文无法判断：这是猜测，请试听。</translation>
        </message>
        <message>
            <source>Write the reading behind every one of these words in the script</source>
            <translation>把读音写在脚本中每一个这样的词后面</translation>
        </message>
        <message>
            <source>“{0}” is in the lexicon of the project now.</source>
            <translation>“{0}”已加入项目词典。</translation>
        </message>
        <message>
            <source>“{0}” is in your lexicon now, for all projects.</source>
            <translation>“{0}”已加入您的词典，用于所有项目。</translation>
        </message>
    </context>
    <context>
        <name>PronunciationForm</name>
        <message>
            <source>&amp;Hear it</source>
            <translation>试听(&amp;H)</translation>
        </message>
        <message>
            <source>Always</source>
            <translation>始终</translation>
        </message>
        <message>
            <source>Another &amp;reading</source>
            <translation>其他读音(&amp;R)</translation>
        </message>
        <message>
            <source>Back to the text</source>
            <translation>返回文本</translation>
        </message>
        <message>
            <source>Back to the text (Escape)</source>
            <translation>返回文本（Esc）</translation>
        </message>
        <message>
            <source>Correct the reading</source>
            <translation>纠正读音</translation>
        </message>
        <message>
            <source>Edit the symbols that the voice is given, one by one</source>
            <translation>逐个编辑交给声音的音素符号</translation>
        </message>
        <message>
            <source>Hear it in the line</source>
            <translation>在台词中试听</translation>
        </message>
        <message>
            <source>In this project</source>
            <translation>在此项目中</translation>
        </message>
        <message>
            <source>Only here</source>
            <translation>仅此处</translation>
        </message>
        <message>
            <source>Pinyin, IPA, ARPAbet, kana, or words that sound so</source>
            <translation>拼音、国际音标、ARPAbet、假名，或读音相同的词</translation>
        </message>
        <message>
            <source>Readings of the word; Space hears one, Enter takes it</source>
            <translation>该词的读音；空格试听，回车采用</translation>
        </message>
        <message>
            <source>Remember it for the &amp;word</source>
            <translation>为这个词记住(&amp;W)</translation>
        </message>
        <message>
            <source>Remember it in the lexicon of the project</source>
            <translation>记入项目词典</translation>
        </message>
        <message>
            <source>Remember it in your own lexicon, for all projects</source>
            <translation>记入您自己的词典，用于所有项目</translation>
        </message>
        <message>
            <source>Symbols</source>
            <translation>音素</translation>
        </message>
        <message>
            <source>Take the reading back</source>
            <translation>撤回读音</translation>
        </message>
        <message>
            <source>Write the reading behind the word in this line</source>
            <translation>把读音写在本行该词之后</translation>
        </message>
    </context>
    <context>
        <name>Reading</name>
        <message>
            <source>date</source>
            <translation>日期</translation>
        </message>
        <message>
            <source>dictionary</source>
            <translation>词典</translation>
        </message>
        <message>
            <source>digits</source>
            <translation>逐位</translation>
        </message>
        <message>
            <source>guess</source>
            <translation>猜测</translation>
        </message>
        <message>
            <source>listen whether it is right</source>
            <translation>请听一听对不对</translation>
        </message>
        <message>
            <source>mark</source>
            <translation>标点</translation>
        </message>
        <message>
            <source>not spoken</source>
            <translation>未读出</translation>
        </message>
        <message>
            <source>number</source>
            <translation>数字</translation>
        </message>
        <message>
            <source>ordinal</source>
            <translation>序数</translation>
        </message>
        <message>
            <source>pause</source>
            <translation>停顿</translation>
        </message>
        <message>
            <source>pause of {0}</source>
            <translation>停顿 {0}</translation>
        </message>
        <message>
            <source>project lexicon</source>
            <translation>项目词典</translation>
        </message>
        <message>
            <source>read as {0}</source>
            <translation>读作 {0}</translation>
        </message>
        <message>
            <source>rule</source>
            <translation>规则</translation>
        </message>
        <message>
            <source>source: {0}</source>
            <translation>来源：{0}</translation>
        </message>
        <message>
            <source>spelled</source>
            <translation>拼读</translation>
        </message>
        <message>
            <source>telephone</source>
            <translation>电话</translation>
        </message>
        <message>
            <source>your lexicon</source>
            <translation>你的词典</translation>
        </message>
        <message>
            <source>yours</source>
            <translation>你指定的</translation>
        </message>
        <message>
            <source>{0} ms</source>
            <translation>{0} 毫秒</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>ReadingEntry</name>
        <message>
            <source>ARPAbet</source>
            <translation>ARPAbet</translation>
        </message>
        <message>
            <source>IPA</source>
            <translation>IPA</translation>
        </message>
        <message>
            <source>kana</source>
            <translation>假名</translation>
        </message>
        <message>
            <source>pinyin</source>
            <translation>拼音</translation>
        </message>
        <message>
            <source>words that sound so</source>
            <translation>谐音词</translation>
        </message>
        <message>
            <source>{0}: {1}</source>
            <translation>{0}：{1}</translation>
        </message>
    </context>
    <context>
        <name>Refinement</name>
        <message>
            <source>Step {0} of {1}</source>
            <translation>第 {0} 步，共 {1} 步</translation>
        </message>
        <message>
            <source>The refinement ended too early ({0}): refine the voice again.</source>
            <translation>精修提前结束（{0}）：请重新精修声音。</translation>
        </message>
        <message>
            <source>it says nothing about why</source>
            <translation>没有说明原因</translation>
        </message>
    </context>
    <context>
        <name>Refinements</name>
        <message>
            <source>Refining {0}</source>
            <translation>正在精修 {0}</translation>
        </message>
    </context>
    <context>
        <name>ScopeBox</name>
        <message>
            <source>every {0}</source>
            <translation>每个“{0}”</translation>
        </message>
    </context>
    <context>
        <name>ScriptCells</name>
        <message>
            <source>A section begins with this line.</source>
            <translation>从这一行开始新的一节。</translation>
        </message>
        <message>
            <source>For this line only</source>
            <translation>仅用于这一行</translation>
        </message>
        <message>
            <source>From the cast</source>
            <translation>跟随角色</translation>
        </message>
        <message>
            <source>The line ends before it starts; correct one of the times.</source>
            <translation>这一行的结束时间早于开始时间；请改正其中一个。</translation>
        </message>
        <message>
            <source>The voice “{0}” is not installed; choose another.</source>
            <translation>没有安装声音“{0}”；请另选一个。</translation>
        </message>
        <message>
            <source>{0} of {1}</source>
            <translation>{0}，可用 {1}</translation>
        </message>
        <message>
            <source>{0} of {1} s, +{2} s over</source>
            <translation>{0}，可用 {1} 秒，超出 {2} 秒</translation>
        </message>
        <message>
            <source>“{0}” is not in the cast, so the narrator says this line; choose somebody.</source>
            <translation>角色中没有“{0}”，所以这一行由旁白来说；请选择一个角色。</translation>
        </message>
    </context>
    <context>
        <name>ScriptCommands</name>
        <message>
            <source>Add line</source>
            <translation>添加一行</translation>
        </message>
        <message numerus="yes">
            <source>Begin %n section(s)</source>
            <translation>
                <numerusform>开始 %n 节</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Cut %n line(s)</source>
            <translation>
                <numerusform>剪切 %n 行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Delete %n line(s)</source>
            <translation>
                <numerusform>删除 %n 行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Duplicate %n line(s)</source>
            <translation>
                <numerusform>再制 %n 行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Join %n line(s)</source>
            <translation>
                <numerusform>合并 %n 行</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Join %n section(s) to the one above</source>
            <translation>
                <numerusform>把 %n 节并入上一节</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Move %n line(s)</source>
            <translation>
                <numerusform>移动 %n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Only lines that follow each other can be joined; select neighbours.</source>
            <translation>只有相邻的行才能合并；请选择相邻的行。</translation>
        </message>
        <message numerus="yes">
            <source>Paste %n line(s)</source>
            <translation>
                <numerusform>粘贴 %n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Split line</source>
            <translation>拆分行</translation>
        </message>
        <message>
            <source>There is no line to join with; select two or more lines.</source>
            <translation>没有可以合并的行；请选择两行或更多行。</translation>
        </message>
        <message>
            <source>There is no text to paste; copy some lines first.</source>
            <translation>没有可以粘贴的文本；请先复制一些行。</translation>
        </message>
        <message>
            <source>This line cannot be split there; edit its text and put the cursor where it is to be cut.</source>
            <translation>这一行不能在那里拆分；请编辑文本，把光标放在要拆分的地方。</translation>
        </message>
    </context>
    <context>
        <name>ScriptEditing</name>
        <message>
            <source>A line has to end after it starts; type another time.</source>
            <translation>结束时间必须晚于开始时间；请重新输入。</translation>
        </message>
        <message>
            <source>A name in the cast cannot have a colon; leave it out.</source>
            <translation>角色名不能含有冒号；请去掉。</translation>
        </message>
        <message>
            <source>A name in the cast has at most {0} characters; shorten it.</source>
            <translation>角色名最多 {0} 个字符；请缩短。</translation>
        </message>
        <message numerus="yes">
            <source>Change emotion of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的情绪</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change speed of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的语速</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change the fit of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的贴合方式</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>Change voice of %n line(s)</source>
            <translation>
                <numerusform>更改 %n 行的声音</numerusform>
            </translation>
        </message>
        <message>
            <source>Change {0} time</source>
            <translation>更改{0}时间</translation>
        </message>
        <message>
            <source>Edit text</source>
            <translation>编辑文本</translation>
        </message>
        <message numerus="yes">
            <source>Give %n line(s) to {0}</source>
            <translation>
                <numerusform>将 %n 行分配给{0}</numerusform>
            </translation>
        </message>
        <message>
            <source>The speed can be from {0} to {1}; type a number between them.</source>
            <translation>语速可以从 {0} 到 {1}；请输入其间的数字。</translation>
        </message>
        <message>
            <source>There is no voice “{0}”; choose one from the list.</source>
            <translation>没有声音“{0}”；请从列表中选择。</translation>
        </message>
        <message>
            <source>“{0}” cannot be done; choose from the list.</source>
            <translation>无法执行“{0}”，请从列表中选择。</translation>
        </message>
        <message>
            <source>“{0}” is not a time; type minutes and seconds, such as 1:02.5.</source>
            <translation>“{0}”不是时间；请输入分和秒，例如 1:02.5。</translation>
        </message>
        <message>
            <source>“{0}” is not one of the emotions; choose one from the list, perhaps with how much of it there is to be, such as sad 0.6.</source>
            <translation>没有“{0}”这种情绪；请从列表中选择，也可以加上强度，例如 sad 0.6。</translation>
        </message>
    </context>
    <context>
        <name>ScriptFilterBar</name>
        <message numerus="yes">
            <source>%n line(s)</source>
            <translation>
                <numerusform>%n 行</numerusform>
            </translation>
        </message>
        <message>
            <source>Any emotion</source>
            <translation>所有情绪</translation>
        </message>
        <message>
            <source>Any state</source>
            <translation>所有状态</translation>
        </message>
        <message>
            <source>Filter lines</source>
            <translation>筛选行</translation>
        </message>
        <message>
            <source>Own blends</source>
            <translation>自定义混合</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>有问题的</translation>
        </message>
        <message>
            <source>Show all</source>
            <translation>全部显示</translation>
        </message>
        <message>
            <source>Show only lines of</source>
            <translation>只显示此角色的行</translation>
        </message>
        <message>
            <source>Show only lines that are</source>
            <translation>只显示此状态的行</translation>
        </message>
        <message>
            <source>Show only lines that are felt as</source>
            <translation>只显示这种情绪的行</translation>
        </message>
        <message>
            <source>Show only lines with these words</source>
            <translation>只显示含有这些文字的行</translation>
        </message>
        <message>
            <source>Stale, failed, or longer than the time there is</source>
            <translation>已过期、失败，或超出可用时间</translation>
        </message>
        <message>
            <source>Whole cast</source>
            <translation>所有角色</translation>
        </message>
        <message numerus="yes">
            <source>{0} of %n line(s)</source>
            <translation>
                <numerusform>{0} 行，共 %n 行</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScriptFinding</name>
        <message numerus="yes">
            <source>%n match(es) replaced; undo brings them back.</source>
            <translation>
                <numerusform>已替换 %n 处；撤销可以恢复。</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ScriptHandlers</name>
        <message>
            <source>No line is stale, failed or too long.</source>
            <translation>没有过期、失败或过长的行。</translation>
        </message>
    </context>
    <context>
        <name>ScriptMenu</name>
        <message>
            <source>Another…</source>
            <translation>其他…</translation>
        </message>
        <message>
            <source>Clear</source>
            <translation>清除</translation>
        </message>
        <message>
            <source>From cast</source>
            <translation>跟随角色</translation>
        </message>
        <message>
            <source>If it is too long</source>
            <translation>如果太长</translation>
        </message>
        <message>
            <source>Shorten the text…</source>
            <translation>缩短文本…</translation>
        </message>
    </context>
    <context>
        <name>ScriptPanel</name>
        <message>
            <source>Script</source>
            <translation>脚本</translation>
        </message>
    </context>
    <context>
        <name>ScriptTable</name>
        <message>
            <source>#</source>
            <translation>#</translation>
        </message>
        <message>
            <source>Cast</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Duration</source>
            <translation>时长</translation>
        </message>
        <message>
            <source>Emotion</source>
            <translation>情绪</translation>
        </message>
        <message>
            <source>End</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>Failed</source>
            <translation>失败</translation>
        </message>
        <message>
            <source>Fit</source>
            <translation>贴合</translation>
        </message>
        <message>
            <source>How long the take is, and the time there is for it between start and end</source>
            <translation>版本的时长，以及开始与结束之间的可用时间</translation>
        </message>
        <message>
            <source>It can be heard as it is written.</source>
            <translation>可以按现在的文本播放。</translation>
        </message>
        <message>
            <source>It could not be made.</source>
            <translation>生成失败。</translation>
        </message>
        <message>
            <source>It is being made now.</source>
            <translation>正在生成。</translation>
        </message>
        <message>
            <source>It is made when you play it.</source>
            <translation>播放时会生成。</translation>
        </message>
        <message>
            <source>It waits for its turn.</source>
            <translation>正在排队。</translation>
        </message>
        <message>
            <source>Making</source>
            <translation>正在生成</translation>
        </message>
        <message>
            <source>Narrator</source>
            <translation>旁白</translation>
        </message>
        <message>
            <source>No text</source>
            <translation>无文本</translation>
        </message>
        <message>
            <source>Not made</source>
            <translation>未生成</translation>
        </message>
        <message>
            <source>Position in the script</source>
            <translation>在脚本中的位置</translation>
        </message>
        <message>
            <source>Queued</source>
            <translation>排队中</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Stale</source>
            <translation>已过期</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>State</source>
            <translation>状态</translation>
        </message>
        <message>
            <source>Text</source>
            <translation>文本</translation>
        </message>
        <message>
            <source>The line has changed since its take was made; it is made again when you play it.</source>
            <translation>版本生成之后，这一行有了更改；播放时会重新生成。</translation>
        </message>
        <message>
            <source>The speaking rate; in italics where it comes from the cast</source>
            <translation>语速；斜体表示跟随角色</translation>
        </message>
        <message>
            <source>The time for the line as a share of its natural length: below 1 it is shortened, above 1 drawn out. Choose here what is done when it does not fit.</source>
            <translation>这一行可用的时间与自然长度之比：小于 1 会缩短，大于 1 会拉长。可在此选择放不下时怎么办。</translation>
        </message>
        <message>
            <source>The voice; in italics where it comes from the cast</source>
            <translation>声音；斜体表示跟随角色</translation>
        </message>
        <message>
            <source>There is nothing to say.</source>
            <translation>没有可以说的内容。</translation>
        </message>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>What is said</source>
            <translation>说的内容</translation>
        </message>
        <message>
            <source>What the line is felt with, and from 0 to 1 how much, such as sad 0.6; in italics where it comes from the cast</source>
            <translation>这一行的情绪及其强度（0 到 1），例如“悲伤 0.6”；斜体表示跟随角色</translation>
        </message>
        <message>
            <source>When the line begins, as minutes and seconds</source>
            <translation>这一行的开始时间（分和秒）</translation>
        </message>
        <message>
            <source>When the line has to be over, as minutes and seconds</source>
            <translation>这一行必须结束的时间（分和秒）</translation>
        </message>
        <message>
            <source>Whether the line can be heard as it is written</source>
            <translation>这一行能否按现在的文本播放</translation>
        </message>
        <message>
            <source>Who says the line. Type a new name to add somebody to the cast.</source>
            <translation>这一行由谁来说。输入新名字可以添加角色。</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>ServerChoices</name>
        <message>
            <source>&amp;Address:</source>
            <translation>地址(&amp;A)：</translation>
        </message>
        <message>
            <source>Another computer makes the speech; this one does it where that cannot</source>
            <translation>由另一台计算机生成语音；它无法生成时由本机生成</translation>
        </message>
        <message>
            <source>As&amp;k again</source>
            <translation>重新询问(&amp;K)</translation>
        </message>
        <message>
            <source>Asking the server…</source>
            <translation>正在询问服务器…</translation>
        </message>
        <message>
            <source>Only for servers that ask for one</source>
            <translation>仅当服务器要求时填写</translation>
        </message>
        <message>
            <source>The server answers after {0} ms.</source>
            <translation>服务器在 {0} 毫秒后应答。</translation>
        </message>
        <message>
            <source>Toke&amp;n:</source>
            <translation>令牌(&amp;N)：</translation>
        </message>
        <message>
            <source>Use a ser&amp;ver</source>
            <translation>使用服务器(&amp;V)</translation>
        </message>
        <message>
            <source>{0} Speech is made on this computer meanwhile.</source>
            <translation>{0} 在此期间由本机生成语音。</translation>
        </message>
    </context>
    <context>
        <name>ShortcutsEditor</name>
        <message>
            <source>&amp;Assign</source>
            <translation>指定(&amp;A)</translation>
        </message>
        <message>
            <source>&amp;Default</source>
            <translation>默认(&amp;D)</translation>
        </message>
        <message>
            <source>Actions and their keys</source>
            <translation>操作及其按键</translation>
        </message>
        <message>
            <source>Give this action its own keys back</source>
            <translation>恢复此操作的默认按键</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>键盘快捷键</translation>
        </message>
        <message>
            <source>New &amp;keys:</source>
            <translation>新按键(&amp;K)：</translation>
        </message>
        <message>
            <source>New keys for the chosen action</source>
            <translation>所选操作的新按键</translation>
        </message>
        <message>
            <source>Reset all</source>
            <translation>全部重置</translation>
        </message>
        <message>
            <source>Search actions</source>
            <translation>搜索操作</translation>
        </message>
        <message>
            <source>{0} belongs to “{1}”; assigning takes it from there.</source>
            <translation>{0} 已用于“{1}”；指定后将从那里移除。</translation>
        </message>
        <message>
            <source>“{0}” has its keys now; give that action others first.</source>
            <translation>按键现在属于“{0}”；请先给那个操作换按键。</translation>
        </message>
    </context>
    <context>
        <name>SimilarityCurve</name>
        <message>
            <source>Similarity to the speaker, step by step</source>
            <translation>每一步与说话人的相似度</translation>
        </message>
        <message>
            <source>Step</source>
            <translation>步数</translation>
        </message>
        <message>
            <source>Step {0}: {1} %</source>
            <translation>第 {0} 步：{1}%</translation>
        </message>
        <message>
            <source>{0} %</source>
            <translation>{0} %</translation>
        </message>
    </context>
    <context>
        <name>Slot</name>
        <message>
            <source>Allow overlap</source>
            <translation>允许重叠</translation>
        </message>
        <message>
            <source>Borrow the following gap</source>
            <translation>借用后面的空隙</translation>
        </message>
        <message>
            <source>Fits: the take is {0}, and there is time for {1}.</source>
            <translation>合适：版本长 {0}，可用时间 {1}。</translation>
        </message>
        <message>
            <source>Keep within the limits</source>
            <translation>保持在限度内</translation>
        </message>
        <message>
            <source>Length: {0}</source>
            <translation>时长：{0}</translation>
        </message>
        <message>
            <source>Speak faster</source>
            <translation>读得更快</translation>
        </message>
        <message>
            <source>The line goes on for {1} s in the gap that follows, as you chose.</source>
            <translation>按您的选择，这一行会延续到后面的空隙中 {1} 秒。</translation>
        </message>
        <message>
            <source>The line is spoken in {0} of its natural length, and fits.</source>
            <translation>这一行按自然长度的 {0} 来读，正好放下。</translation>
        </message>
        <message>
            <source>The line may go on for {1} s after its time, as you chose.</source>
            <translation>按您的选择，这一行可以超出时间 {1} 秒。</translation>
        </message>
        <message>
            <source>There is more time than the line needs; it is spoken as usual, and silence follows.</source>
            <translation>时间比台词需要的多；照常朗读，之后是静音。</translation>
        </message>
        <message>
            <source>There is time for {0} of the natural length, and the line is {1} s too long. Shorten it by about {2} characters, or allow it an overlap, the following gap or more speed.</source>
            <translation>时间只够自然长度的 {0}，这一行长了 {1} 秒。请缩短约 {2} 个字符，或允许重叠、借用后面的空隙或加快语速。</translation>
        </message>
        <message>
            <source>Time for it: {0}</source>
            <translation>可用时间：{0}</translation>
        </message>
        <message>
            <source>×{0}</source>
            <translation>×{0}</translation>
        </message>
        <message>
            <source>×{0} in the gap</source>
            <translation>×{0} 借空隙</translation>
        </message>
        <message>
            <source>×{0} overlaps</source>
            <translation>×{0} 重叠</translation>
        </message>
        <message>
            <source>×{0} too long</source>
            <translation>×{0} 太长</translation>
        </message>
        <message>
            <source>▲ {0} too long: the take is {1}, and there is time for {2}.</source>
            <translation>▲ 超出 {0}：版本长 {1}，可用时间 {2}。</translation>
        </message>
    </context>
    <context>
        <name>SoundPage</name>
        <message>
            <source>&amp;Channels</source>
            <translation>声道(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Loudness</source>
            <translation>响度(&amp;L)</translation>
        </message>
        <message>
            <source>ACX: −20 dB RMS, peaks under −3 dB</source>
            <translation>ACX：RMS −20 dB，峰值低于 −3 dB</translation>
        </message>
        <message>
            <source>As it was made</source>
            <translation>保持原样</translation>
        </message>
        <message>
            <source>FLAC, without loss</source>
            <translation>FLAC，无损</translation>
        </message>
        <message>
            <source>For&amp;mat</source>
            <translation>格式(&amp;M)</translation>
        </message>
        <message>
            <source>M4A (AAC)</source>
            <translation>M4A（AAC）</translation>
        </message>
        <message>
            <source>M4B, an audiobook with chapters</source>
            <translation>M4B，带章节的有声书</translation>
        </message>
        <message>
            <source>MP3</source>
            <translation>MP3</translation>
        </message>
        <message>
            <source>Mono</source>
            <translation>单声道</translation>
        </message>
        <message>
            <source>Ogg Opus</source>
            <translation>Ogg Opus</translation>
        </message>
        <message>
            <source>Sample &amp;rate</source>
            <translation>采样率(&amp;R)</translation>
        </message>
        <message>
            <source>Stereo, the same on both sides</source>
            <translation>立体声，左右相同</translation>
        </message>
        <message>
            <source>The loudness of each file is measured by ITU-R BS.1770, and a limiter keeps its true peaks under −1 dB (−3 dB for ACX). A clip under 3 seconds is measured where it can be heard.</source>
            <translation>每个文件的响度按 ITU-R BS.1770 测量，限幅器把真峰值控制在 −1 dB 以下（ACX 为 −3 dB）。不足 3 秒的片段只测量有声部分。</translation>
        </message>
        <message>
            <source>WAV, 16 bits</source>
            <translation>WAV，16 位</translation>
        </message>
        <message>
            <source>WAV, 24 bits</source>
            <translation>WAV，24 位</translation>
        </message>
        <message>
            <source>WAV, 32-bit float</source>
            <translation>WAV，32 位浮点</translation>
        </message>
        <message>
            <source>{0} kHz</source>
            <translation>{0} kHz</translation>
        </message>
        <message>
            <source>−16 LUFS: podcasts, streaming</source>
            <translation>−16 LUFS：播客、流媒体</translation>
        </message>
        <message>
            <source>−19 LUFS: spoken word, mono</source>
            <translation>−19 LUFS：语音节目，单声道</translation>
        </message>
        <message>
            <source>−23 LUFS: television, EBU R 128</source>
            <translation>−23 LUFS：电视，EBU R 128</translation>
        </message>
    </context>
    <context>
        <name>SoundWorker</name>
        <message>
            <source>The sound device “{0}” went away; playing goes on with “{1}”.</source>
            <translation>声音设备“{0}”已断开；改用“{1}”继续播放。</translation>
        </message>
        <message>
            <source>There is no sound device to play on; connect one or start the sound server, then press play again.</source>
            <translation>没有可以播放的声音设备；请连接设备或启动声音服务，然后再按播放。</translation>
        </message>
    </context>
    <context>
        <name>SpeedDelegate</name>
        <message>
            <source>From cast</source>
            <translation>跟随角色</translation>
        </message>
    </context>
    <context>
        <name>Splash</name>
        <message>
            <source>Opening the studio…</source>
            <translation>正在打开工作室…</translation>
        </message>
        <message>
            <source>Starting</source>
            <translation>正在启动</translation>
        </message>
    </context>
    <context>
        <name>StageTable</name>
        <message>
            <source>The stages of the speech model and what runs them</source>
            <translation>语音模型的各阶段及其运行方式</translation>
        </message>
    </context>
    <context>
        <name>Stages</name>
        <message>
            <source>Finding every sound of the transcript in the recording</source>
            <translation>正在录音中定位文本里的每个音</translation>
        </message>
        <message>
            <source>Fitting the voice on the graphics card</source>
            <translation>正在用显卡拟合声音</translation>
        </message>
        <message>
            <source>Fitting the voice on the processor</source>
            <translation>正在用处理器拟合声音</translation>
        </message>
        <message>
            <source>Looking for the clearest speech</source>
            <translation>正在寻找最清晰的语音</translation>
        </message>
        <message>
            <source>Making the voice</source>
            <translation>正在生成声音</translation>
        </message>
        <message>
            <source>Measuring the voice</source>
            <translation>正在测量声音</translation>
        </message>
        <message>
            <source>PyTorch cannot use the graphics card, so the processor is used: update the driver of the card and PyTorch, or close other programs that fill its memory.</source>
            <translation>PyTorch 无法使用显卡，因此改用处理器：请更新显卡驱动和 PyTorch，或关闭占满显存的其他程序。</translation>
        </message>
        <message>
            <source>The transcript does not seem to be what is said; correct it for a closer voice</source>
            <translation>填写的文本似乎与录音不符；改正后声音会更接近</translation>
        </message>
        <message>
            <source>This PyTorch was built without CUDA, so the graphics card is not used: install a PyTorch with CUDA to refine in seconds.</source>
            <translation>当前的 PyTorch 不支持 CUDA，因此没有使用显卡：安装支持 CUDA 的 PyTorch 后，几秒即可完成精修。</translation>
        </message>
        <message>
            <source>Writing down what is said</source>
            <translation>正在听写录音内容</translation>
        </message>
    </context>
    <context>
        <name>StateBox</name>
        <message>
            <source>Make</source>
            <translation>生成</translation>
        </message>
        <message>
            <source>Make again</source>
            <translation>重新生成</translation>
        </message>
        <message>
            <source>Make another take</source>
            <translation>再生成一个版本</translation>
        </message>
        <message>
            <source>Retry</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
    </context>
    <context>
        <name>StatusBar</name>
        <message numerus="yes">
            <source>%n interruption(s)</source>
            <translation>
                <numerusform>中断 %n 次</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n line(s) queued</source>
            <translation>
                <numerusform>%n 行排队中</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n running</source>
            <translation>
                <numerusform>%n 个任务进行中</numerusform>
            </translation>
        </message>
        <message>
            <source>First sound after {0} ms</source>
            <translation>{0} 毫秒后出声</translation>
        </message>
        <message>
            <source>From pressing play until the first sound was on its way</source>
            <translation>从按下播放到第一个声音送出的时间</translation>
        </message>
        <message>
            <source>How often the sound was interrupted because the computer was too busy</source>
            <translation>因电脑太忙而造成的声音中断次数</translation>
        </message>
        <message>
            <source>Loading the speech model</source>
            <translation>正在载入语音模型</translation>
        </message>
        <message>
            <source>Loading the speech model, {0} %</source>
            <translation>正在载入语音模型，{0} %</translation>
        </message>
        <message>
            <source>No speech model</source>
            <translation>没有语音模型</translation>
        </message>
        <message>
            <source>Show what is running</source>
            <translation>显示正在进行的任务</translation>
        </message>
        <message>
            <source>What makes the speech</source>
            <translation>生成语音所用的后端</translation>
        </message>
        <message>
            <source>{0} instead of {1}</source>
            <translation>{0}，而不是 {1}</translation>
        </message>
    </context>
    <context>
        <name>SynthesisThread</name>
        <message>
            <source>Loading the model</source>
            <translation>正在载入模型</translation>
        </message>
        <message>
            <source>Preparing the voice {0}; this happens once</source>
            <translation>正在准备声音 {0}；只需一次</translation>
        </message>
        <message>
            <source>Something went wrong inside the program ({0}); your work is kept.</source>
            <translation>程序内部出错（{0}）；你的工作还在。</translation>
        </message>
        <message>
            <source>Warming up</source>
            <translation>正在预热</translation>
        </message>
    </context>
    <context>
        <name>TagDialog</name>
        <message>
            <source>&amp;Tags, separated by commas:</source>
            <translation>标签，用逗号分隔(&amp;T)：</translation>
        </message>
        <message>
            <source>In use: {0}</source>
            <translation>已使用：{0}</translation>
        </message>
        <message>
            <source>Tags of {0}</source>
            <translation>{0}的标签</translation>
        </message>
        <message>
            <source>villain, old, calm</source>
            <translation>反派, 老年, 沉稳</translation>
        </message>
    </context>
    <context>
        <name>TakesBar</name>
        <message>
            <source>Delete this take</source>
            <translation>删除这个版本</translation>
        </message>
        <message>
            <source>Delete this take; it can be made again</source>
            <translation>删除这个版本；以后可以重新生成</translation>
        </message>
        <message>
            <source>Play this take whenever the line is played</source>
            <translation>以后播放这一行时都用这个版本</translation>
        </message>
        <message>
            <source>Show as a table</source>
            <translation>显示为表格</translation>
        </message>
        <message>
            <source>Use</source>
            <translation>使用</translation>
        </message>
        <message>
            <source>Use this take</source>
            <translation>使用这个版本</translation>
        </message>
    </context>
    <context>
        <name>TakesStrip</name>
        <message>
            <source>Press to compare it with the one shown.</source>
            <translation>点按可与当前显示的版本比较。</translation>
        </message>
        <message>
            <source>Press to hear this one.</source>
            <translation>点按可听这个版本。</translation>
        </message>
        <message>
            <source>Take {0}</source>
            <translation>版本 {0}</translation>
        </message>
        <message>
            <source>Take {0}: {1}, {2}, made at {3}.</source>
            <translation>版本 {0}：{1}，{2}，生成于 {3}。</translation>
        </message>
        <message>
            <source>Takes of the line</source>
            <translation>这一行的录制版本</translation>
        </message>
        <message>
            <source>The line has changed since.</source>
            <translation>此后这一行有了更改。</translation>
        </message>
        <message>
            <source>This is the take that you hear; press to show it alone.</source>
            <translation>现在听到的就是这个版本；点按可单独显示它。</translation>
        </message>
        <message>
            <source>≠ stale</source>
            <translation>≠ 已过期</translation>
        </message>
        <message>
            <source>✓ in use</source>
            <translation>✓ 使用中</translation>
        </message>
    </context>
    <context>
        <name>TimeAxis</name>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>TimesPage</name>
        <message>
            <source> s</source>
            <translation> 秒</translation>
        </message>
        <message>
            <source>&amp;Gap between lines</source>
            <translation>行间间隔(&amp;G)</translation>
        </message>
        <message>
            <source>&amp;Lines of one file</source>
            <translation>同一文件中的各行(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;SRT subtitles</source>
            <translation>SRT 字幕(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;WebVTT subtitles</source>
            <translation>WebVTT 字幕(&amp;W)</translation>
        </message>
        <message>
            <source>At their times in the script</source>
            <translation>放在脚本中的时间点</translation>
        </message>
        <message>
            <source>Beside each file</source>
            <translation>每个文件旁边附带</translation>
        </message>
        <message>
            <source>Gap before &amp;paragraphs</source>
            <translation>段落前的间隔(&amp;P)</translation>
        </message>
        <message>
            <source>La&amp;bels for Audacity</source>
            <translation>Audacity 标签(&amp;B)</translation>
        </message>
        <message>
            <source>List of the files with chec&amp;ksums</source>
            <translation>带校验和的文件清单(&amp;K)</translation>
        </message>
        <message>
            <source>One after the other</source>
            <translation>依次排列</translation>
        </message>
        <message>
            <source>Silence at the en&amp;d</source>
            <translation>结尾静音(&amp;D)</translation>
        </message>
        <message>
            <source>Silence at the sta&amp;rt</source>
            <translation>开头静音(&amp;R)</translation>
        </message>
        <message>
            <source>Te&amp;xt</source>
            <translation>文本(&amp;X)</translation>
        </message>
    </context>
    <context>
        <name>TopBar</name>
        <message>
            <source>Output device</source>
            <translation>输出设备</translation>
        </message>
        <message>
            <source>Position</source>
            <translation>位置</translation>
        </message>
        <message>
            <source>Position in the line, or in the video</source>
            <translation>在台词或视频中的位置</translation>
        </message>
        <message>
            <source>Toolbar</source>
            <translation>工具栏</translation>
        </message>
    </context>
    <context>
        <name>Video</name>
        <message>
            <source>A WAV file ends at 4 GiB, which this mix would pass: write it into a copy of the video.</source>
            <translation>WAV 文件最大 4 GiB，此混音会超出：请写入视频副本。</translation>
        </message>
        <message>
            <source>This is the video itself: give the copy another name, or folder.</source>
            <translation>这是视频本身：请给副本换个名字或文件夹。</translation>
        </message>
    </context>
    <context>
        <name>VideoCommands</name>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
        <message>
            <source>Dub</source>
            <translation>配音</translation>
        </message>
        <message>
            <source>Export the sound of the dub</source>
            <translation>导出配音的声音</translation>
        </message>
        <message>
            <source>Export the video with the dub</source>
            <translation>导出带配音的视频</translation>
        </message>
        <message>
            <source>Locate…</source>
            <translation>定位…</translation>
        </message>
        <message>
            <source>Open a video or sound</source>
            <translation>打开视频或音频</translation>
        </message>
        <message>
            <source>Open {0}</source>
            <translation>打开 {0}</translation>
        </message>
        <message>
            <source>Remove the video</source>
            <translation>移除视频</translation>
        </message>
        <message>
            <source>Video ({0})</source>
            <translation>视频 ({0})</translation>
        </message>
        <message>
            <source>Video and sound ({0})</source>
            <translation>视频和音频 ({0})</translation>
        </message>
        <message>
            <source>WAV sound (*.wav)</source>
            <translation>WAV 音频 (*.wav)</translation>
        </message>
        <message>
            <source>{0} (dub)</source>
            <translation>{0}（配音）</translation>
        </message>
        <message>
            <source>{0} was written.</source>
            <translation>已写入 {0}。</translation>
        </message>
    </context>
    <context>
        <name>VideoControls</name>
        <message>
            <source> dB</source>
            <translation> dB</translation>
        </message>
        <message>
            <source> s</source>
            <translation> 秒</translation>
        </message>
        <message>
            <source>As it is</source>
            <translation>保持原样</translation>
        </message>
        <message>
            <source>Lower under the speech</source>
            <translation>在语音下压低</translation>
        </message>
        <message>
            <source>Lowered by, in decibel</source>
            <translation>压低的分贝数</translation>
        </message>
        <message>
            <source>Mute</source>
            <translation>静音</translation>
        </message>
        <message>
            <source>O&amp;riginal</source>
            <translation>原声(&amp;R)</translation>
        </message>
        <message>
            <source>Script &amp;begins at</source>
            <translation>脚本开始于(&amp;B)</translation>
        </message>
        <message>
            <source>Second of the video at which the times of the lines are 0</source>
            <translation>台词时间为 0 时对应的视频秒数</translation>
        </message>
        <message>
            <source>Sound of the video</source>
            <translation>视频的声音</translation>
        </message>
        <message>
            <source>by </source>
            <translation>压低 </translation>
        </message>
    </context>
    <context>
        <name>VideoCues</name>
        <message>
            <source>Lines on the time of the video</source>
            <translation>视频时间线上的台词</translation>
        </message>
    </context>
    <context>
        <name>VideoFile</name>
        <message>
            <source>Reading the sound of {0}</source>
            <translation>正在读取 {0} 的声音</translation>
        </message>
    </context>
    <context>
        <name>VideoPanel</name>
        <message>
            <source>&amp;Open a video or sound…</source>
            <translation>打开视频或音频(&amp;O)…</translation>
        </message>
        <message>
            <source>Change the video's sound</source>
            <translation>更改视频的声音</translation>
        </message>
        <message>
            <source>Chosen: {0} to {1} ({2} s)</source>
            <translation>已选择：{0} 到 {1}（{2} 秒）</translation>
        </message>
        <message>
            <source>Move the script on the video</source>
            <translation>移动脚本在视频上的位置</translation>
        </message>
        <message>
            <source>Opening…</source>
            <translation>正在打开…</translation>
        </message>
        <message>
            <source>See the lines on the time of a video, hear them over its sound, and export both together.</source>
            <translation>在视频时间线上查看台词，叠加原声试听，并一起导出。</translation>
        </message>
        <message>
            <source>This file has sound and no picture.</source>
            <translation>此文件只有声音，没有画面。</translation>
        </message>
        <message>
            <source>Time in the video</source>
            <translation>视频时间</translation>
        </message>
    </context>
    <context>
        <name>VideoPicture</name>
        <message>
            <source>Picture of the video</source>
            <translation>视频画面</translation>
        </message>
    </context>
    <context>
        <name>VideoTimeline</name>
        <message>
            <source>Click to go there. Drag with Shift to choose a stretch, as for cloning a voice.</source>
            <translation>点击跳转。按住 Shift 拖动可选择一段，例如用于克隆声音。</translation>
        </message>
        <message>
            <source>Sound of the video</source>
            <translation>视频的声音</translation>
        </message>
    </context>
    <context>
        <name>VoiceBrowser</name>
        <message>
            <source>All</source>
            <translation>全部</translation>
        </message>
        <message>
            <source>All languages</source>
            <translation>所有语言</translation>
        </message>
        <message>
            <source>No favourites yet. Press the star of a voice to find it here again.</source>
            <translation>还没有收藏。点按声音旁的星标，以后就能在这里找到它。</translation>
        </message>
        <message>
            <source>No voice fits. Search for a name, a language, “female” or a tag such as “whisper”, in any order.</source>
            <translation>没有符合的声音。可以搜索名字、语言、“女声”，或“耳语”这样的标签，顺序不限。</translation>
        </message>
        <message>
            <source>Search voices</source>
            <translation>搜索声音</translation>
        </message>
        <message>
            <source>Show all voices</source>
            <translation>显示所有声音</translation>
        </message>
        <message>
            <source>Show favourites only</source>
            <translation>只显示收藏</translation>
        </message>
        <message>
            <source>Show female or male voices</source>
            <translation>显示女声或男声</translation>
        </message>
        <message>
            <source>Show voices of a language</source>
            <translation>显示某种语言的声音</translation>
        </message>
        <message>
            <source>The voices appear here as soon as the speech model is loaded.</source>
            <translation>语音模型载入后，声音会显示在这里。</translation>
        </message>
        <message>
            <source>Voices</source>
            <translation>声音</translation>
        </message>
    </context>
    <context>
        <name>VoiceButton</name>
        <message>
            <source>Choose a voice</source>
            <translation>选择声音</translation>
        </message>
        <message>
            <source>Voice: {0}</source>
            <translation>声音：{0}</translation>
        </message>
    </context>
    <context>
        <name>VoiceCommands</name>
        <message>
            <source>Export {0}</source>
            <translation>导出 {0}</translation>
        </message>
        <message>
            <source>Import voices</source>
            <translation>导入声音</translation>
        </message>
        <message>
            <source>Keep for other projects</source>
            <translation>保留给其他项目</translation>
        </message>
        <message>
            <source>Name of the voice:</source>
            <translation>声音的名字：</translation>
        </message>
        <message>
            <source>Rename {0}</source>
            <translation>重命名 {0}</translation>
        </message>
        <message numerus="yes">
            <source>This project brings %n voice(s) of its own: {0}.</source>
            <translation>
                <numerusform>这个项目自带 %n 个声音：{0}。</numerusform>
            </translation>
        </message>
        <message>
            <source>Timbre voices ({0})</source>
            <translation>Timbre 声音 ({0})</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>撤销</translation>
        </message>
        <message>
            <source>{0} is refined, and {1} % like its speaker.</source>
            <translation>“{0}”已精修，与说话人的相似度为 {1}%。</translation>
        </message>
        <message>
            <source>{0} is refined.</source>
            <translation>“{0}”已精修。</translation>
        </message>
        <message>
            <source>{0} was deleted.</source>
            <translation>“{0}”已删除。</translation>
        </message>
        <message>
            <source>{0}: {1}</source>
            <translation>{0}：{1}</translation>
        </message>
    </context>
    <context>
        <name>VoiceDelegate</name>
        <message>
            <source>Add to favourites (*)</source>
            <translation>加入收藏 (*)</translation>
        </message>
        <message>
            <source>From cast ({0})</source>
            <translation>跟随角色（{0}）</translation>
        </message>
        <message>
            <source>Play a sample (Space)</source>
            <translation>试听 (Space)</translation>
        </message>
        <message>
            <source>Playing a sample</source>
            <translation>正在试听</translation>
        </message>
        <message>
            <source>Preparing…</source>
            <translation>正在准备…</translation>
        </message>
        <message>
            <source>Preparing… {0} %</source>
            <translation>正在准备… {0} %</translation>
        </message>
        <message>
            <source>Remove from favourites (*)</source>
            <translation>取消收藏 (*)</translation>
        </message>
        <message>
            <source>Stop (Space)</source>
            <translation>停止 (Space)</translation>
        </message>
        <message>
            <source>cannot be read yet</source>
            <translation>暂不能朗读</translation>
        </message>
    </context>
    <context>
        <name>VoiceDetails</name>
        <message>
            <source>Blended of {0}.</source>
            <translation>由 {0} 混合而成。</translation>
        </message>
        <message>
            <source>Cloned from {0}.</source>
            <translation>克隆自 {0}。</translation>
        </message>
        <message>
            <source>Made with noise reduction.</source>
            <translation>制作时使用了降噪。</translation>
        </message>
        <message>
            <source>Made with studio sound: less like the recording.</source>
            <translation>制作时使用了录音棚音色：与录音的相似度较低。</translation>
        </message>
        <message>
            <source>{0} % like its speaker.</source>
            <translation>与说话人的相似度为 {0} %。</translation>
        </message>
    </context>
    <context>
        <name>VoiceLibrary</name>
        <message>
            <source>Chinese</source>
            <translation>中文</translation>
        </message>
        <message>
            <source>English (UK)</source>
            <translation>英语（英国）</translation>
        </message>
        <message>
            <source>English (US)</source>
            <translation>英语（美国）</translation>
        </message>
        <message>
            <source>French</source>
            <translation>法语</translation>
        </message>
        <message>
            <source>Hindi</source>
            <translation>印地语</translation>
        </message>
        <message>
            <source>Italian</source>
            <translation>意大利语</translation>
        </message>
        <message>
            <source>Japanese</source>
            <translation>日语</translation>
        </message>
        <message>
            <source>Portuguese (Brazil)</source>
            <translation>葡萄牙语（巴西）</translation>
        </message>
        <message>
            <source>Spanish</source>
            <translation>西班牙语</translation>
        </message>
        <message>
            <source>blended</source>
            <translation>混合</translation>
        </message>
        <message>
            <source>cloned</source>
            <translation>克隆</translation>
        </message>
        <message>
            <source>cloned, refined</source>
            <translation>克隆、已精修</translation>
        </message>
        <message>
            <source>female</source>
            <translation>女声</translation>
        </message>
        <message>
            <source>house voice</source>
            <translation>内置原创</translation>
        </message>
        <message>
            <source>male</source>
            <translation>男声</translation>
        </message>
        <message>
            <source>of this project</source>
            <translation>本项目</translation>
        </message>
        <message>
            <source>whisper</source>
            <translation>耳语</translation>
        </message>
    </context>
    <context>
        <name>VoicePopup</name>
        <message>
            <source>Choose a voice</source>
            <translation>选择声音</translation>
        </message>
    </context>
    <context>
        <name>VoicesModel</name>
        <message>
            <source>House voices</source>
            <translation>内置原创声音</translation>
        </message>
        <message>
            <source>Mine</source>
            <translation>我的声音</translation>
        </message>
        <message>
            <source>Stock voices</source>
            <translation>模型自带的声音</translation>
        </message>
        <message>
            <source>Text in {0} cannot be read yet: choose another voice.</source>
            <translation>暂时还不能朗读{0}文本：请选择其他声音。</translation>
        </message>
        <message>
            <source>favourite</source>
            <translation>收藏</translation>
        </message>
    </context>
    <context>
        <name>VoicesPanel</name>
        <message>
            <source>Add {0} to the cast</source>
            <translation>添加角色“{0}”</translation>
        </message>
        <message>
            <source>Blend…</source>
            <translation>混合…</translation>
        </message>
        <message>
            <source>Cast</source>
            <translation>角色</translation>
        </message>
        <message>
            <source>Clone…</source>
            <translation>克隆…</translation>
        </message>
        <message>
            <source>Make a voice of a recording</source>
            <translation>用一段录音制作声音</translation>
        </message>
        <message>
            <source>Make a voice of two or more others</source>
            <translation>用两个或更多声音混合成新声音</translation>
        </message>
        <message>
            <source>New cast member</source>
            <translation>新角色</translation>
        </message>
        <message>
            <source>No line is selected: select lines in the script first.</source>
            <translation>没有选中的行：请先在脚本中选择。</translation>
        </message>
        <message>
            <source>Use for cast &amp;member</source>
            <translation>用于角色(&amp;M)</translation>
        </message>
        <message>
            <source>Use this voice for a cast member</source>
            <translation>将这个声音用于某个角色</translation>
        </message>
        <message numerus="yes">
            <source>Voice of %n line(s)</source>
            <translation>
                <numerusform>%n 行的声音</numerusform>
            </translation>
        </message>
        <message>
            <source>Voice of {0}</source>
            <translation>{0}的声音</translation>
        </message>
        <message>
            <source>{0} is in the cast now.</source>
            <translation>已添加角色“{0}”。</translation>
        </message>
    </context>
    <context>
        <name>Waveform</name>
        <message>
            <source>Making the first words…</source>
            <translation>正在生成开头…</translation>
        </message>
        <message>
            <source>Not made yet: play the line to hear it.</source>
            <translation>尚未生成：播放这一行就能听到。</translation>
        </message>
        <message>
            <source>Not made yet: press {0} to hear it.</source>
            <translation>尚未生成：按 {0} 就能听到。</translation>
        </message>
        <message>
            <source>This line has no text: type what is to be said.</source>
            <translation>这一行没有文本：请输入要说的内容。</translation>
        </message>
        <message>
            <source>Waiting for the lines before it to be made…</source>
            <translation>正在等待前面的行生成…</translation>
        </message>
    </context>
    <context>
        <name>WaveformLane</name>
        <message>
            <source>Heard when you play</source>
            <translation>播放时听到的是它</translation>
        </message>
    </context>
    <context>
        <name>WaveformModel</name>
        <message>
            <source>End</source>
            <translation>结束</translation>
        </message>
        <message>
            <source>Peak</source>
            <translation>峰值</translation>
        </message>
        <message>
            <source>RMS level</source>
            <translation>RMS 电平</translation>
        </message>
        <message>
            <source>Read as</source>
            <translation>读音</translation>
        </message>
        <message>
            <source>Start</source>
            <translation>开始</translation>
        </message>
        <message>
            <source>Word</source>
            <translation>词</translation>
        </message>
        <message>
            <source>pause</source>
            <translation>停顿</translation>
        </message>
        <message>
            <source>silent</source>
            <translation>无声</translation>
        </message>
        <message>
            <source>{0} dB</source>
            <translation>{0} dB</translation>
        </message>
        <message>
            <source>{0} s</source>
            <translation>{0} 秒</translation>
        </message>
    </context>
    <context>
        <name>WaveformPanel</name>
        <message>
            <source>Select a line to see its audio.</source>
            <translation>选择一行，查看它的音频。</translation>
        </message>
        <message>
            <source>Use take {0}</source>
            <translation>使用版本 {0}</translation>
        </message>
        <message>
            <source>Waveform</source>
            <translation>波形</translation>
        </message>
        <message>
            <source>{0}: {1} %</source>
            <translation>{0}：{1} %</translation>
        </message>
    </context>
    <context>
        <name>WaveformTable</name>
        <message>
            <source>Words and pauses with their times and levels</source>
            <translation>词与停顿及其时间和电平</translation>
        </message>
    </context>
    <context>
        <name>WaveformView</name>
        <message>
            <source>Cursor at {0} of {1} seconds</source>
            <translation>光标在 {0} 秒，共 {1} 秒</translation>
        </message>
        <message>
            <source>Position of the view</source>
            <translation>视图的位置</translation>
        </message>
        <message>
            <source>Waveform</source>
            <translation>波形</translation>
        </message>
    </context>
    <context>
        <name>WelcomePage</name>
        <message numerus="yes">
            <source>%n line(s), {0}</source>
            <translation>
                <numerusform>%n 行，{0}</numerusform>
            </translation>
        </message>
        <message>
            <source>&amp;Open a file…</source>
            <translation>打开文件(&amp;O)…</translation>
        </message>
        <message>
            <source>&amp;Type a script</source>
            <translation>输入脚本(&amp;T)</translation>
        </message>
        <message>
            <source>A project, a text or subtitles</source>
            <translation>项目、文本或字幕</translation>
        </message>
        <message>
            <source>A short scene with several voices, in English and Chinese</source>
            <translation>一个中英文短场景，有多个声音</translation>
        </message>
        <message>
            <source>Discard {0}</source>
            <translation>丢弃 {0}</translation>
        </message>
        <message>
            <source>Not saved last time</source>
            <translation>上次没有保存</translation>
        </message>
        <message>
            <source>Recent projects</source>
            <translation>最近的项目</translation>
        </message>
        <message>
            <source>Show this page at &amp;start-up</source>
            <translation>启动时显示此页(&amp;S)</translation>
        </message>
        <message>
            <source>Start with an empty script</source>
            <translation>从空白脚本开始</translation>
        </message>
        <message>
            <source>Try the &amp;sample project</source>
            <translation>试试示例项目(&amp;S)</translation>
        </message>
        <message>
            <source>Untitled</source>
            <translation>未命名</translation>
        </message>
        <message>
            <source>Welcome</source>
            <translation>欢迎</translation>
        </message>
        <message>
            <source>Welcome to Timbre Studio</source>
            <translation>欢迎使用 Timbre Studio</translation>
        </message>
        <message>
            <source>Write lines, give them voices, and hear them while they are still being made.</source>
            <translation>写下台词，配上声音，还在生成时就能听到。</translation>
        </message>
    </context>
    <context>
        <name>Workshop</name>
        <message>
            <source>Looking at the recording</source>
            <translation>正在检查录音</translation>
        </message>
        <message>
            <source>Making the voice {0}</source>
            <translation>正在生成声音“{0}”</translation>
        </message>
        <message>
            <source>Nothing was understood: type what is said, or leave it empty.</source>
            <translation>没有听懂内容：请输入录音里说的话，或留空。</translation>
        </message>
        <message>
            <source>Recording {0}</source>
            <translation>录音 {0}</translation>
        </message>
        <message>
            <source>Writing down what is said</source>
            <translation>正在听写录音内容</translation>
        </message>
    </context>
    <context>
        <name>_Model</name>
        <message>
            <source>Action</source>
            <translation>操作</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Keys</source>
            <translation>按键</translation>
        </message>
        <message>
            <source>Runs on</source>
            <translation>运行于</translation>
        </message>
        <message>
            <source>Stage</source>
            <translation>阶段</translation>
        </message>
        <message>
            <source>Why nothing faster</source>
            <translation>为何没有更快的</translation>
        </message>
    </context>
</TS>
