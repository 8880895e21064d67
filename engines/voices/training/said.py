"""What stock voices say when the pace of one is measured."""

from __future__ import annotations

ENGLISH = (
    "At seven in the morning the market is busy already. The woman who sells vegetables talks to her neighbour, and "
    "says that there has been more rain this year than in others, so that everything has grown very well."
)
SAID = {
    "zh": "早上七点，市场里已经很热闹了。卖菜的大婶一边整理摊子，一边和邻居聊天，说今年的雨水比往年多，菜长得特别好。",
    "ja": "朝の七時、市場はもうにぎやかです。野菜を並べながら、おばさんは隣の人と話をしていて、"
    "今年は雨が多くてよく育ったと言いました。",
    "es": "A las siete de la mañana el mercado ya está lleno. La mujer de las verduras habla con su vecino y "
    "dice que este año ha llovido mucho y que todo ha crecido muy bien.",
    "fr": "À sept heures du matin, le marché est déjà plein. La marchande de légumes parle avec son voisin et "
    "dit que cette année il a beaucoup plu et que tout a bien poussé.",
    "it": "Alle sette di mattina il mercato è già pieno. La signora delle verdure parla con il vicino e dice che "
    "quest'anno ha piovuto molto e che tutto è cresciuto bene.",
    "pt-br": "Às sete da manhã o mercado já está cheio. A senhora das verduras conversa com o vizinho e diz que "
    "este ano choveu muito e que tudo cresceu bem.",
}
"""Ten seconds of every language besides English that can be read."""
