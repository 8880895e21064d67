"""Which reading a polyphone gets in a sentence.

`TUNED` was used to write the rules and the phrase lexicon, `HELD_OUT` was written before them and looked at only to
count. A checked character is followed by its reading in braces; neutral tone is 5, tone change is not counted.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypinyin
import pytest

from engines.text.chinese.lexicon import lexicon
from engines.text.chinese.pronounce import pronounce
from engines.text.chinese.syllables import symbols_of
from engines.types import Source

TUNED = """
重{chong2}庆银行{hang2}行{hang2}长{zhang3}都{dou1}长{zhang3}大了
这首音乐{yue4}让人快乐{le4}
把数据一行{hang2}行{hang2}地{de5}录进去
你还{huan2}钱还{hai2}是不还{huan2}钱
朝{zhao1}阳每天朝{chao2}着东方升起
他会演奏各种{zhong3}乐{yue4}器
孩子们的个子参{cen1}差{ci1}不齐
匈奴的首领叫单{chan2}于{yu2}
她当{dang1}了{le5}十年会{kuai4}计
银行{hang2}的{de5}行{hang2}长{zhang3}在重{chong2}庆出差{chai1}时
重{chong2}复检查了重{zhong4}要文件的长{chang2}短
累得{de5}头发{fa5}都{dou1}白了{le5}
他还{hai2}是发{fa1}邮件说
这次调{diao4}查结果将{jiang1}直接影响公司的发{fa1}展
我们必须重{chong2}做计划
行{hang2}长{zhang3}行{xing2}走在银行的长{chang2}廊上手里还{hai2}拿着{zhe5}文件
她跑得{de5}很快
你得{dei3}早点来
他得{de2}了{le5}第一名
我觉得{de5}你说得{de5}对
他慢慢地{de5}走过来
这块地{di4}种{zhong4}着{zhe5}小麦
农民在地{di4}里种{zhong4}了{le5}很多种{zhong3}蔬菜
终于了{liao3}解了事情的真相
这件事我受不了{liao3}
我想睡觉{jiao4}但睡不着{zhao2}
他着{zhao2}急地{de5}找钥匙
小心着{zhao2}凉
她穿着{zhe5}漂{piao4}亮的裙子
为{wei4}什么要这样做
他被选为{wei2}班长{zhang3}
为{wei4}人民服务是为{wei4}了大家
桌子长{chang2}两米
小树长{zhang3}高了
箱子很重{zhong4}
请再重{chong2}新说一遍
人行{xing2}道上行{xing2}人很多
各行{hang2}各业都不容易
这样做不行{xing2}
我和{he2}你一起去
暖和{huo5}的春天到了
他附和{he4}了一句
天气真好{hao3}
他从小爱好{hao4}读书
这孩子好{hao4}学
请数{shu3}一数{shu3}有多少人
这个数{shu4}字很大
老师教{jiao1}我们唱歌
教{jiao4}室里很安静
教{jiao4}育很重{zhong4}要
我今天有空{kong4}
天空{kong1}很蓝
请填空{kong4}
时间{jian1}不多了
亲密无间{jian4}
中间{jian1}的房间{jian1}
他上当{dang4}了
当{dang1}时我还{hai2}小
把他当{dang4}作朋友
理发{fa4}店在前面
我发{fa1}现了问题
明天放假{jia4}
这是假{jia3}的
和他相处{chu3}得{de5}很好
到处{chu4}都是人
好处{chu5}很多
处{chu3}理一下
照相{xiang4}机在哪里
互相{xiang1}帮助
应{ying1}该这样
他答应{ying5}了
适应{ying4}新环境
要{yao1}求太高
他要{yao4}求助
少{shao3}说两句
少{shao4}年宫里有很多少{shao4}年
一分{fen1}钱
这是他的本分{fen4}
成分{fen4}表
两者差{cha1}别不大
成绩很差{cha4}
他差{cha4}点迟到
出差{chai1}去上海
单{shan4}老师教{jiao1}我们数{shu4}学
任{ren2}先生来了
解{xie4}女士今天没来
查{zha1}教授发{fa1}表了论文
仇{qiu2}经理同意了
曾{zeng1}先生曾{ceng2}经来过
区{ou1}老师住在这个区{qu1}
盖{ge3}先生是演员
大夫{fu5}说要{yao4}多休息
曲{qu3}子很好{hao3}听
弯曲{qu1}的小路
降{jiang4}落伞慢慢降{jiang4}下来
敌人投降{xiang2}了
这篇文章很难{nan2}懂
遇到灾难{nan4}
他转{zhuan3}身离开
轮子在转{zhuan4}动
地球围绕太阳转{zhuan4}
便{pian2}宜的方便{bian4}面
这里的东西很便{pian2}宜{yi5}
供{gong1}应商提供{gong1}服务
倒{dao4}水的时候杯子倒{dao3}了
摔倒{dao3}了又站起来
弹{tan2}钢琴
子弹{dan4}飞过
背{bei1}着书包
背{bei4}诗
扇{shan4}子
他卷{juan3}起袖子
试卷{juan4}发{fa1}下来了
传{chuan2}说中{zhong1}的传{zhuan4}记
盛{sheng4}开的鲜花
盛{cheng2}一碗饭
模{mo2}型的模{mu2}样
看{kan1}守所
看{kan1}门的大爷在看{kan4}报
担{dan1}心他的重{zhong4}担{dan4}
干{gan1}净的衣服
干{gan4}活
你在干{gan4}什么
树干{gan4}很粗
率{shuai4}领大家提高效率{lv4}
圈{quan1}子里的人
猪圈{juan4}
强{qiang2}大的国家
勉强{qiang3}同意
脾气倔强{jiang4}
血{xue4}液循环
薄{bao2}薄的一层
薄{bo2}弱环节
宿{su4}舍{she4}
舍{she3}不得{de5}
奔{ben1}跑
投奔{ben4}亲友
首都{du1}北京
系{ji4}鞋带
关系{xi5}很好
载{zai4}重{zhong4}汽车
一年半载{zai3}
冲{chong1}洗
这话说得{de5}太冲{chong4}
堵塞{se4}的交通
塞{sai1}进口袋
削{xue1}弱对手
削{xiao1}苹果
角{jue2}色扮演
三角{jiao3}形
计划落{luo4}空{kong1}
丢三落{la4}四
好{hao3}奇怪
手里拿着{zhe5}重{zhong4}要文件
他拿着{zhe5}手机
这种{zhong3}药很苦
她教{jiao1}英语
长{chang2}江边上长{zhang3}满了野草
校长{zhang3}要{yao1}求大家重{chong2}写一遍
他在银行{hang2}排队时行{xing2}动不便{bian4}
我还{hai2}没把书还{huan2}给图书馆
乐{yue4}队的演出让观众都{dou1}很快乐{le4}
成都{du1}的火锅都{dou1}很辣
你得{dei3}把作业写得{de5}工整些
取得{de2}了{le5}很大进步
他兴{xing4}高采烈地{de5}跳了起来
田地{di4}里有人在干{gan4}活
这种{zhong3}树适合春天种{zhong4}
吃不了{liao3}就打包
了{liao3}不起的成就
火着{zhao2}了
看着{zhe5}窗外
因为{wei4}下雨
认为{wei2}自己是对的
分为{wei2}三个部分{fen5}
和{he2}平与发{fa1}展
我喜好{hao4}安静
好{hao3}像要下雨了
数{shu4}量太少{shao3}
数{shu3}不清的星星
教{jiao4}师节快乐{le4}
我教{jiao1}你游泳
空{kong4}闲的时候
空{kong1}气很新鲜
时间{jian1}间{jian4}隔太长{chang2}
适当{dang4}休息
当{dang1}然可以
头发{fa5}长{zhang3}长{chang2}了
出发{fa1}去机场
请假{jia4}三天
假{jia3}如明天下雨
处{chu3}罚太重{zhong4}
住处{chu5}不远
相{xiang4}片
相{xiang1}信我
应{ying4}付考试
反应{ying4}很快
应{ying1}当努力
需要{yao4}帮忙
减少{shao3}浪费
分{fen4}量不足
分{fen1}析数据
时差{cha1}太大
差{cha4}不多
任{ren4}务完成
解{jie3}决问题
查{cha2}资料
投降{xiang2}还{hai2}是抵抗
气温下降{jiang4}
困难{nan5}很多
转{zhuan3}告他
旋转{zhuan3}木马
便{bian4}利店
倒{dao4}车
打倒{dao3}
炸弹{dan4}
背{bei4}后
翻译传{zhuan4}记
传{chuan2}染病
盛{sheng4}大的典礼
模{mu2}具厂
规模{mo2}很大
看{kan4}见了
担{dan1}任班长{zhang3}
饼干{gan1}
干{gan4}部
概率{lv4}很低
率{shuai4}先完成
强{qiang2}调重{zhong4}点
流血{xue4}
宿舍{she4}
联系{xi4}方式
记载{zai3}
下载{zai4}软件
角{jiao3}度
降落{luo4}
没{mei2}有人知道
淹没{mo4}
曾{ceng2}经
曾{zeng1}祖父
调{tiao2}整参{can1}数{shu4}
声调{diao4}
埋{mai2}藏
埋{man2}怨
创{chuang4}造
创{chuang1}伤
奇{qi2}怪
奇{ji1}数{shu4}
露{lu4}水
露{lou4}馅
朝{chao2}代
朝{zhao1}气
省{sheng3}长{zhang3}
反省{xing3}
兴{xing1}奋
高兴{xing4}
似{si4}乎
似{shi4}的
一行{hang2}字
一行{xing2}人
"""

HELD_OUT = """
我们得{dei3}在天黑之前赶到
他干{gan4}得{de5}不错
你应{ying1}得{de2}的{de5}奖金
静静地{de5}坐着{zhe5}
草地{di4}上有露{lu4}珠
这块土地{di4}很肥沃
他了{liao3}结了{le5}一桩心事
饭太多我吃不了{liao3}
灯还{hai2}亮着{zhe5}
猫捉着{zhao2}了{le5}老鼠
他着{zhuo2}手准备
孩子终于睡着{zhao2}了
以红色为{wei2}主
不要为{wei4}小事生气
他为{wei4}朋友两肋插刀
水位上涨为{wei2}历史最高
秘书长{zhang3}发{fa1}言
时间过得真长{chang2}
他长{zhang3}得像父亲
请重{chong2}启电脑
体重{zhong4}超标
重{chong2}叠的图片
我把钱都还{huan2}清了
还{hai2}有谁没交作业
这件事还{hai2}行{xing2}
排成两行{hang2}
行{hang2}业协会
跨行{hang2}转{zhuan3}账
步行{xing2}十分钟
她擅长{chang2}音乐{yue4}
可乐{le4}很甜
交响乐{yue4}团
好{hao4}奇心
好{hao3}朋友
数{shu3}到三就跑
参数{shu4}设置
他在大学教{jiao1}历史
宗教{jiao4}信仰
空{kong1}手而归
空{kong4}出一个座位
人间{jian1}烟火
黑白相间{jian4}
种{zhong4}瓜得{de2}瓜
新品种{zhong3}
当{dang1}老师
上当{dang4}受骗
白发{fa4}苍苍
发{fa1}明家
度假{jia4}村
真假{jia3}难辨
处{chu3}境艰难
办事处{chu4}
真相{xiang4}大白
相{xiang1}亲
应{ying4}聘者
理应{ying1}如此
缺少{shao3}经验
少{shao3}数{shu4}民族
充分{fen4}准备
十分{fen1}钟
落差{cha1}
差{cha4}生
曾{zeng1}老师
单{shan4}小姐
解{xie4}经理
任{ren4}何人
便{bian4}条
空投{tou2}降{jiang4}落伞
转{zhuan4}圈
转{zhuan3}弯
树倒{dao3}了
倒{dao4}计时
弹{tan2}吉他
导弹{dan4}
背{bei4}叛
背{bei1}着孩子
自传{zhuan4}
遗传{chuan2}
血{xue4}型
率{shuai4}队参赛
心率{lv4}
强{qiang3}迫
薄{bo4}荷
削{xiao1}铅笔
角{jiao3}落{luo4}
主角{jue2}
调{tiao2}料
调{diao4}头
朝{chao2}鲜
朝{zhao1}霞
兴{xing4}趣
复兴{xing1}
"""


def parse(line: str) -> tuple[str, list[tuple[int, str]]]:
    """The bare sentence, and the checked positions with their readings."""
    text = ""
    wanted = []
    for char, reading in re.findall(r"(.)(?:\{(\w+)\})?", line):
        if reading:
            wanted.append((len(text), reading))
        text += char
    return text, wanted


def accuracy(sentences: str) -> tuple[float, list[str]]:
    """The share of right readings, and what went wrong."""
    checked = 0
    wrong = []
    for text, wanted in map(parse, sentences.split()):
        said = pronounce(text)
        for position, reading in wanted:
            checked += 1
            if str(said[position].citation) != reading:
                wrong.append(f"{text}: {text[position]} {said[position].citation}, not {reading}")
    return 1 - len(wrong) / checked, wrong


def test_sentences_that_the_rules_were_written_on() -> None:
    share, wrong = accuracy(TUNED)
    assert share >= 0.99, wrong


def test_sentences_that_the_rules_never_saw() -> None:
    share, wrong = accuracy(HELD_OUT)
    assert share >= 0.97, wrong


@pytest.mark.parametrize(
    ("text", "position", "source"),
    [
        ("银行", 1, Source.LEXICON),
        ("她跑得很快", 2, Source.RULE),
        ("长", 0, Source.GUESS),
        ("书", 0, Source.LEXICON),
    ],
)
def test_a_reading_tells_how_sure_it_is(text: str, position: int, source: Source) -> None:
    assert pronounce(text)[position].source is source


def test_every_row_of_the_phrase_lexicon_can_be_said() -> None:
    for phrase, syllables in lexicon().phrases.items():
        assert len(phrase) == len(syllables), phrase
        assert all(symbols_of(syllable) for syllable in syllables), phrase


def test_the_dictionaries_are_read_whole() -> None:
    folder = Path(pypinyin.__file__).parent
    words = json.loads((folder / "phrases_dict.json").read_text("utf-8"))
    assert {word: json.loads(readings) for word, readings in lexicon().words.items()} == words
    assert dict(lexicon().letters) == json.loads((folder / "pinyin_dict.json").read_text("utf-8"))


@pytest.mark.parametrize(
    ("text", "position", "reading"),
    [
        ("整整齐齐地挂着", 4, "de5"),
        ("客观地面对批评", 2, "de5"),
        ("山上的地面很湿", 3, "di4"),
        ("他姓盖", 2, "ge3"),
        ("我叫单小雨", 2, "shan4"),
        ("得两个小时才能到", 0, "dei3"),
        ("得两分", 0, "de2"),
        ("小狗儿跑了", 2, "er5"),
        ("桌子上有花", 2, "shang5"),
        ("向上看", 1, "shang4"),
    ],
)
def test_readings_by_grammar(text: str, position: int, reading: str) -> None:
    assert str(pronounce(text)[position].citation) == reading
