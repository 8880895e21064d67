"""Names of units, currencies, symbols and letters as they are said in Chinese."""

from __future__ import annotations

import re

# fmt: off
UNITS = {
    # length, area, volume
    "nm": "纳米", "μm": "微米", "um": "微米", "mm": "毫米", "cm": "厘米", "dm": "分米", "m": "米", "km": "公里",
    "㎜": "毫米", "㎝": "厘米", "㎞": "公里", "㎡": "平方米", "㎥": "立方米", "㎢": "平方公里", "ha": "公顷",
    "mm2": "平方毫米", "cm2": "平方厘米", "dm2": "平方分米", "m2": "平方米", "km2": "平方公里",
    "mm3": "立方毫米", "cm3": "立方厘米", "m3": "立方米", "km3": "立方公里",
    "mL": "毫升", "ml": "毫升", "ML": "毫升", "dL": "分升", "L": "升", "l": "升", "㎖": "毫升",
    "cc": "毫升", "㏄": "毫升",
    "ft": "英尺", "inch": "英寸", "″": "英寸", "mile": "英里",
    # mass
    "μg": "微克", "ug": "微克", "mg": "毫克", "g": "克", "kg": "公斤", "t": "吨", "㎎": "毫克", "㎏": "公斤",
    "lb": "磅", "lbs": "磅", "oz": "盎司",
    # time, speed, rates
    "ns": "纳秒", "μs": "微秒", "us": "微秒", "ms": "毫秒", "s": "秒", "sec": "秒", "min": "分钟",
    "h": "小时", "hr": "小时",
    "km/h": "公里每小时", "m/s": "米每秒", "m/s2": "米每二次方秒", "km/s": "公里每秒", "mph": "英里每小时",
    "rpm": "转每分", "r/min": "转每分", "bpm": "次每分", "fps": "帧每秒", "L/min": "升每分钟", "g/L": "克每升",
    "mg/L": "毫克每升", "mg/kg": "毫克每公斤", "g/cm3": "克每立方厘米", "kg/m3": "公斤每立方米",
    "μg/m3": "微克每立方米",
    "L/100km": "升每百公里", "mmol/L": "毫摩尔每升",
    # temperature, angle
    "℃": "摄氏度", "°C": "摄氏度", "℉": "华氏度", "°F": "华氏度", "°": "度", "º": "度", "′": "分",
    # electricity, energy, pressure, force
    "mV": "毫伏", "V": "伏", "kV": "千伏", "mA": "毫安", "mAh": "毫安时", "Ah": "安时",
    "W": "瓦", "mW": "毫瓦", "kW": "千瓦", "KW": "千瓦", "MW": "兆瓦", "GW": "吉瓦", "Wh": "瓦时",
    "kWh": "千瓦时", "KWh": "千瓦时", "TWh": "太瓦时", "Ω": "欧姆",
    "kΩ": "千欧", "MΩ": "兆欧", "μF": "微法", "pF": "皮法",
    "kJ": "千焦", "cal": "卡", "kcal": "千卡", "Pa": "帕", "hPa": "百帕", "kPa": "千帕", "MPa": "兆帕",
    "mmHg": "毫米汞柱", "bar": "巴", "N·m": "牛米", "Nm": "牛米", "hp": "马力",
    # frequency, sound, light, chemistry
    "Hz": "赫兹", "kHz": "千赫", "KHz": "千赫", "MHz": "兆赫", "GHz": "吉赫", "dB": "分贝", "db": "分贝",
    "lm": "流明", "lx": "勒克斯", "mol": "摩尔", "ppm": "PPM", "px": "像素", "dpi": "DPI",
    # data
    "bit": "比特", "KB": "KB", "MB": "兆", "GB": "GB", "TB": "TB", "PB": "PB", "Kbps": "KBPS", "kbps": "KBPS",
    "Mbps": "兆比特每秒", "Gbps": "吉比特每秒", "MB/s": "兆每秒", "GB/s": "GB每秒",
}
for _unit in [unit for unit in UNITS if unit[-1] in "23"]:
    UNITS[_unit[:-1] + {"2": "²", "3": "³"}[_unit[-1]]] = UNITS[_unit]
    UNITS[f"{_unit[:-1]}^{_unit[-1]}"] = UNITS[_unit]
for _unit in ("km", "cm", "mm", "kg", "km/h"):
    UNITS[_unit.upper()] = UNITS[_unit]
UNITS["Kg"] = UNITS["kg"]
UNITS["Km"] = UNITS["km"]

CURRENCIES = {
    "CN¥": "元", "RMB": "元", "CNY": "元", "¥": "元", "￥": "元", "US$": "美元",
    "USD": "美元", "HK$": "港元", "HKD": "港元",
    "NT$": "新台币", "A$": "澳元", "C$": "加元", "S$": "新加坡元", "$": "美元",
    "EUR": "欧元", "€": "欧元", "GBP": "英镑",
    "£": "英镑", "JPY": "日元", "JP¥": "日元", "₩": "韩元", "₽": "卢布", "₹": "卢比",
    "฿": "泰铢", "₫": "越南盾", "₿": "比特币",
}

# Said wherever they stand.
SYMBOLS = {
    "&": "和", "@": "艾特", "×": "乘", "÷": "除以", "±": "正负", "≈": "约等于", "≠": "不等于",
    "≤": "小于等于", "≥": "大于等于",
    "≦": "小于等于", "≧": "大于等于", "%": "百分号", "‰": "千分号", "№": "号", "√": "根号", "∞": "无穷大", "∵": "因为",
    "∴": "所以", "∠": "角", "⊥": "垂直于", "∥": "平行于", "∈": "属于", "∪": "并", "∩": "交", "∑": "求和", "∫": "积分",
    "¥": "元", "$": "美元", "€": "欧元", "£": "英镑", "の": "的", "〇": "零", "￠": "分", "¢": "分",
}
# Said only between things that are said.
OPERATORS = {
    "+": "加", "=": "等于", "<": "小于", ">": "大于", "*": "乘", "→": "到", "➔": "到", "⇒": "得到",
}
POWERS = {"²": "的平方", "³": "的立方"}
GREEK = dict(zip(
    "αβγδεζηθικλμνξοπρστυφχψω",
    ("阿尔法", "贝塔", "伽马", "德尔塔", "艾普西隆", "泽塔", "伊塔", "西塔", "约塔", "卡帕", "拉姆达", "谬",
    "纽", "克西",
     "奥密克戎", "派", "柔", "西格玛", "陶", "宇普西隆", "斐", "希", "普赛", "欧米伽"),
    strict=True,
))
# fmt: on


def alternatives(names: dict[str, str]) -> str:
    """A regular expression for any of the names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
