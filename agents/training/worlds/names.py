"""Invented names of people and places that look like real ones of many languages."""

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """Parts of which the names of one language area are put together; each field is words."""

    men: str
    women: str
    surname_starts: str
    surname_ends: str
    place_starts: str
    place_ends: str


@dataclass(frozen=True)
class Locale:
    """A country with its adjective, its regions and what those are called there."""

    country: str
    adjective: str
    style: str
    region_word: str
    regions: str
    month_first: bool = False  # March 12, 1979


STYLES = {
    "english": Style(
        "James Colin Peter Graham Stuart Neil Alan Derek Simon Ian Ralph Hugh Miles Giles Roger "
        "Barry Keith Edmund Cecil Leslie Harold Trevor",
        "Helen Margaret Gillian Fiona Judith Alison Hazel Beryl Emma Lucy Harriet Nora Edith Sally "
        "Imogen Frances Pamela",
        "Ash Bram Cald Dun Elm Fen Hal Kel Lang Mar Pem Quin Rad Sel Thorn Wex Whit Bark Hather "
        "Tolle Mus Ock Pinder Strick Garth",
        "ley ton ford wick worth man er by stone well ing more croft den shaw ridge land ett",
        "Ash Bram Cald Dun Elm Fen Hal Kel Lang Mar Pem Quen Rad Sel Thorn Wex Whit Stoke Ock Nether "
        "Bur Sheep Har Mil Cold",
        "ton bury ham ford minster combe mouth stead thwaite wick ley field hampton worth port "
        "-on-Sea bridge",
    ),
    "american": Style(
        "Wayne Todd Dale Marcus Randy Earl Clayton Jesse Curtis Walter Chester Brad Dwight Leroy "
        "Tyler Vernon Hank Russell Carl Eugene",
        "Donna Tammy Kelsey Brenda Loretta Shelby Marcia Kristen Peggy Dolores Ashley Jolene Rhonda "
        "Gwen Wanda Carol",
        "Hock Brad Mill Hend Kess Lar Tuck Win Stan Dray Brock Hutch Mc Carr Boyd Pruit Gatl Mor "
        "Ell Dill Van Rein",
        "man son er ley ard ford ins well ey ery inger bach field ton low ker sley",
        "Mill Cedar Pine Har Green Fair Maple Clay Elk River Spring Oak Glen Hart Jack Wood Stan "
        "Bel Mont Red",
        "ville ton field burg dale wood port mont son view land brook ford Springs Falls Grove City "
        "Heights",
    ),
    "romance": Style(
        "Mateo Luca Andrés Paolo Julien Étienne Javier Renato Bruno Fabrizio Émile Joaquín Rui "
        "Sergio Henrique Tomás Guillaume",
        "Lucía Chiara Élodie Inês Marisol Giulia Camille Pilar Beatriz Francesca Noémie Renata "
        "Solange Carmela",
        "Bel Mor Cast Ver Gal Mont Sal Ferr Val Car Du Lam Tor Ros Arr Bar Per Rib Fon Cor",
        "ano elli etti ares illon eira ini oso andez ato ier eau ente ucci ales ardi ega oni",
        "San Monte Villa Bel Cas Mont Val Tor Sal Fer Ar Cor Ba Ri Lu Char Pont Mar",
        "verde alta ona ello ano ergue igny ence osa ara ento ellas oix enza ola uerta iers",
    ),
    "slavic": Style(
        "Petr Andrei Milan Jakub Zoran Oleh Vasil Tomasz Dragan Igor Bogdan Radek Kazimierz Yuri "
        "Stanislav Goran",
        "Ivana Olena Zuzana Katarzyna Ludmila Vesna Daria Jadwiga Milica Svetlana Alena Halina Tanja",
        "Kov Nov Pet Brz Stan Mil Zel Drag Vor Kras Rad Bog Sok Hor Pol Lis Cher Wit Zav",
        "ák ović enko owski insky ev ich ar ek anov ec icz uk ský ov orov iak",
        "Kras Novi Stare Bel Zal Brod Lip Gor Dub Rud Vel Pod Jas Tar Ost Chel Kam",
        "ovo grad ice nik ów ava sk ovka ec ovice in ino any ka ivka or",
    ),
    "nordic": Style(
        "Lars Nils Henrik Anders Sven Olav Mikkel Gunnar Torsten Einar Jens Aksel Pekka Stig",
        "Ingrid Astrid Sigrid Karin Maja Solveig Birgit Tove Liv Annika Ragnhild Frida Kirsti",
        "Lind Berg Holm Sund Dahl Nor Ek Hag Strand Vik Ström Björk Hell Sand Ås Lund Rø",
        "ström gren qvist sen berg stad dal vold gaard sson lund heim by rud nes",
        "Lind Berg Holm Sund Nor Ek Hag Vik Sand Ås Rød Tron Ved Kal Skar Frø",
        "köping stad vik sund borg nes by heim fors dal bro ö havn lund",
    ),
    "german": Style(
        "Karl Ulrich Jürgen Dieter Matthias Otto Ernst Rainer Wolfgang Klaas Joost Stefan Uwe Pieter",
        "Anke Ute Gerda Heike Liesel Monika Katja Renate Sabine Marijke Ilse Annette",
        "Stein Brand Kessel Rott Wald Grün Hoff Linden Ober Vogel Kalt Reich Bruck Wies Eichel Ter",
        "mann er bach berg hausen meier feld dorf huber auer stein thal inger necker",
        "Stein Brand Kessel Rott Wald Grün Ober Vogel Kalt Lauter Bruck Wies Nieder Eber Mühl",
        "hausen bach berg feld dorf heim burg stadt thal kirchen ingen rode au",
    ),
    "indian": Style(
        "Arjun Suresh Vikram Rajesh Mohan Anil Prakash Dinesh Ravi Sanjay Iqbal Farhan Tariq Nuwan",
        "Priya Lakshmi Anjali Meena Kavita Shabana Nandini Rekha Sunita Deepa Ayesha Dilani",
        "Chand Ram Bhat Nar Kul Des Ven Gop Sub Mehr Jay Sri Kapr Dev Raj Vish",
        "ran karni anathan pande walia sekhar mani ayan deshi otra wal pur kar imurthy ekar",
        "Ram Chand Jai Nag Bhad Kot Sur Dev Mah Raj Vel Tir Nar Shiv",
        "pur nagar abad garh kottai palli wada pura gaon patnam pet ur",
    ),
    "japanese": Style(
        "Kenji Hiroshi Takeshi Daisuke Shinji Masaru Ryo Akira Noboru Tetsuo Jun Satoru",
        "Yuko Naomi Ayaka Keiko Haruka Sachiko Mio Kaori Emi Rin Chiyo Tomoko",
        "Kuma Hoshi Mizu Taka Shira Naga Ina Oka Fuji Kawa Miya Tachi Hana Kiri",
        "hara mura zawa gaki shima moto yama be noue da gawa matsu tani",
        "Kuma Hoshi Mizu Taka Shira Naga Ina Oka Kawa Miya Hana Kiri Tomi Ao",
        "hama zaki shima yama oka gawa machi tsu ura se no",
    ),
    "african": Style(
        "Kwame Tunde Sipho Chidi Kofi Abdou Thabo Emeka Moussa Kagiso Ibrahim Juma",
        "Amina Ngozi Thandi Abena Fatou Zanele Wanjiru Adaeze Efua Lerato Halima",
        "Ade Oke Mba Nko Chi Osei Ama Dla Mwa Kip Ndu Bou Sow Ouo",
        "wale tu ndou bayo kwe ng'ombe mba ti gwu sani lele toko rogo ara",
        "Ka Mba Olu Ndo Kwa Ife Zam Bou Lu Oko Ta Mwe",
        "ndara bara wezi dougou rashe kumbe lande tamba soro nkwa nga bo",
    ),
    "chinese": Style(
        "Wei Jianguo Haoran Zhiming Guoliang Minghao Tao Yong Kai-wing Chun-ho",
        "Xiulan Mei Lihua Yanfei Jing Qiuyue Hui-min Siu-ling Fang",
        "Tao Zhen Lu Fang Qiao Shen Meng Wen Yan Gao Ruan Bai",
        " ",
        "Lin Qing Yang Hai Dong Bai Zhu Nan Xin Heng Long Ning",
        "shan zhou jiang cheng he an hua yuan men tang ling",
    ),
}

LOCALES = tuple(
    Locale(*row)
    for row in (
        ("England", "English", "english", "county", "Kent Dorset Norfolk Cumbria Devon Suffolk Essex"),
        ("England", "British", "english", "county", "Kent Surrey Lancashire Shropshire Cornwall"),
        ("Scotland", "Scottish", "english", "council area", "Fife Moray Angus Highland"),
        ("Australia", "Australian", "english", "state", "Victoria Queensland Tasmania"),
        ("the United States", "American", "american", "state",
         "Ohio Vermont Oregon Georgia Nebraska Maine Idaho Iowa Texas", True),
        ("the United States", "American", "american", "state",
         "Michigan Kentucky Nevada Montana Kansas Utah Missouri Virginia", True),
        ("Canada", "Canadian", "american", "province", "Ontario Alberta Manitoba Saskatchewan", True),
        ("Italy", "Italian", "romance", "region", "Piedmont Umbria Liguria Calabria Tuscany"),
        ("France", "French", "romance", "department", "Aude Creuse Vienne Orne Lozère"),
        ("Spain", "Spanish", "romance", "province", "Teruel Huelva Zamora Segovia"),
        ("Argentina", "Argentine", "romance", "province", "Chubut Misiones Salta"),
        ("Brazil", "Brazilian", "romance", "state", "Bahia Goiás Paraná"),
        ("Poland", "Polish", "slavic", "voivodeship", "Lublin Opole Masovia"),
        ("Russia", "Russian", "slavic", "oblast", "Tver Oryol Penza Kirov"),
        ("Serbia", "Serbian", "slavic", "district", "Mačva Bor Zlatibor"),
        ("Sweden", "Swedish", "nordic", "county", "Kalmar Dalarna Halland"),
        ("Norway", "Norwegian", "nordic", "county", "Rogaland Nordland Innlandet"),
        ("Germany", "German", "german", "state", "Bavaria Hesse Saxony Thuringia"),
        ("the Netherlands", "Dutch", "german", "province", "Drenthe Zeeland Limburg"),
        ("India", "Indian", "indian", "state", "Kerala Gujarat Bihar Odisha Punjab"),
        ("Sri Lanka", "Sri Lankan", "indian", "district", "Galle Matara Kegalle"),
        ("Japan", "Japanese", "japanese", "prefecture", "Nagano Gifu Oita Mie"),
        ("Nigeria", "Nigerian", "african", "state", "Kano Ogun Benue"),
        ("Ghana", "Ghanaian", "african", "region", "Ashanti Volta Bono"),
        ("China", "Chinese", "chinese", "province", "Hunan Gansu Fujian Anhui"),
    )
)  # fmt: skip


def surname(rng: random.Random, style: str) -> str:
    parts = STYLES[style]
    start, ends = rng.choice(parts.surname_starts.split()), parts.surname_ends.split()
    if not ends:
        return start
    name = start + rng.choice(ends)
    if rng.random() < 0.04:
        return f"{name}-{rng.choice(parts.surname_starts.split())}{rng.choice(ends)}"
    if style == "english" and rng.random() < 0.05:
        return rng.choice(("O'", "Mac", "Fitz")) + name
    return name


def person(rng: random.Random, style: str, female: bool) -> tuple[str, str]:
    """A full name and the surname it ends in (or, in Chinese, begins with)."""
    parts = STYLES[style]
    firsts = (parts.women if female else parts.men).split()
    first, last = rng.choice(firsts), surname(rng, style)
    if style == "chinese":
        return f"{last} {first}", last
    kind = rng.random()
    if kind < 0.08 and style in ("english", "american", "indian"):
        first = f"{rng.choice('ABCDEGHJKLMPRSTW')}. {rng.choice('ABCDEGHJKLMPRSTW')}."
    elif kind < 0.16:
        first = f"{first} {rng.choice('ABCDEFGHJKLMPRSTW')}."
    elif kind < 0.20:
        first = f"{first} {rng.choice(firsts)}"
    elif kind < 0.23 and style in ("romance", "german", "nordic"):
        particle = {"romance": "de", "german": "von", "nordic": "af"}[style]
        return f"{first} {particle} {last}", f"{particle} {last}"
    return f"{first} {last}", last


def place(rng: random.Random, style: str) -> str:
    parts = STYLES[style]
    start, end = rng.choice(parts.place_starts.split()), rng.choice(parts.place_ends.split())
    if end[0].isupper() or start in ("San", "Monte", "Villa", "Novi", "Stare"):
        return f"{start} {end.capitalize()}"
    if start[-1] == end[0] and rng.random() < 0.7:
        end = end[1:]
    name = start + end
    return (
        f"{rng.choice(('Upper', 'Great', 'Little', 'Saint', 'North', 'Port'))} {name}"
        if (style in ("english", "american") and rng.random() < 0.12)
        else name
    )
