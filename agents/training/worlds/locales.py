"""Countries, and of what parts the names of their people and places are put together."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """Parts of the names of one language area; each field is words."""

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
        """James Colin Peter Graham Stuart Neil Alan Derek Simon Ian Ralph Hugh Miles Giles Roger
        Barry Keith Edmund Cecil Leslie Harold Trevor Stanley Nigel Dominic Percy""",
        """Helen Margaret Gillian Fiona Judith Alison Hazel Beryl Emma Lucy Harriet Nora Edith
        Sally Imogen Frances Pamela Rosalind Maud Phyllis Jemima""",
        """Ash Bram Cald Dun Elm Fen Hal Kel Lang Mar Pem Quin Rad Sel Thorn Wex Whit Bark Hather
        Tolle Mus Ock Pin Stric Gar Blen Coll Dray Ever Had Lod Nes""",
        """ley ton ford wick worth man er by stone well ing more croft den shaw ridge land ett
        combe fold cott""",
        """Ash Bram Cald Dun Elm Fen Hal Kel Lang Mar Pem Quen Rad Sel Thorn Wex Whit Stoke Ock
        Nether Bur Sheep Har Mil Cold Apple Brigh Crow Wal""",
        """ton bury ham ford minster combe mouth stead thwaite wick ley field hampton worth port
        -on-Sea bridge""",
    ),
    "american": Style(
        """Wayne Todd Dale Marcus Randy Earl Clayton Jesse Curtis Walter Chester Brad Dwight Leroy
        Tyler Vernon Hank Russell Carl Eugene Darnell Chuck Milton""",
        """Donna Tammy Kelsey Brenda Loretta Shelby Marcia Kristen Peggy Dolores Ashley Jolene
        Rhonda Gwen Wanda Carol Tanisha Bernice""",
        """Hock Brad Mill Hend Kess Lar Tuck Win Stan Dray Brock Hutch Carr Boyd Pruit Gal Mor
        Ell Dill Van Rein Mc Good Bar Faul Stro Wash Cham""",
        """man son er ley ard ford ins well ey ery inger bach field ton low sley ington bers
        kins nagle wick""",
        """Mill Cedar Pine Har Green Fair Maple Clay Elk River Spring Oak Glen Hart Jack Wood Stan
        Bel Mont Red Cotton Buffalo Sand""",
        """ville ton field burg dale wood port mont son view land brook ford Springs Falls Grove
        City Heights Creek""",
    ),
    "romance": Style(
        """Mateo Luca Andrés Paolo Julien Étienne Javier Renato Bruno Fabrizio Émile Joaquín Rui
        Sergio Henrique Tomás Guillaume Aurélien Gino""",
        """Lucía Chiara Élodie Inês Marisol Giulia Camille Pilar Beatriz Francesca Noémie Renata
        Solange Carmela Odette""",
        "Bel Mor Cast Ver Gal Mont Sal Ferr Val Car Du Lam Tor Ros Arr Bar Per Rib Fon Cor Quin",
        """ano elli etti ares illon eira ini oso andez ato ier eau ente ucci ales ardi ega oni
        aldo aine""",
        "San Monte Villa Bel Cas Mont Val Tor Sal Fer Ar Cor Ba Ri Lu Char Pont Mar Vi",
        """verde alta ona ello ano ergue igny ence osa ara ento ellas oix enza ola uerta iers
        aille""",
    ),
    "slavic": Style(
        """Petr Andrei Milan Jakub Zoran Oleh Vasil Tomasz Dragan Igor Bogdan Radek Kazimierz Yuri
        Stanislav Goran Lev""",
        """Ivana Olena Zuzana Katarzyna Ludmila Vesna Daria Jadwiga Milica Svetlana Alena Halina
        Tanja""",
        "Kov Nov Pet Brz Stan Mil Zel Drag Vor Kras Rad Bog Sok Hor Pol Lis Cher Wit Zav Grod",
        "ák ović enko owski insky ev ich ar ek anov ec icz uk ský ov orov iak",
        "Kras Novi Stare Bel Zal Brod Lip Gor Dub Rud Vel Pod Jas Tar Ost Chel Kam",
        "ovo grad ice nik ów ava sk ovka ec ovice in ino any ka ivka or",
    ),
    "nordic": Style(
        "Lars Nils Henrik Anders Sven Olav Mikkel Gunnar Torsten Einar Jens Aksel Pekka Stig",
        "Ingrid Astrid Sigrid Karin Maja Solveig Birgit Tove Liv Annika Ragnhild Frida Kirsti",
        "Lind Berg Holm Sund Dahl Nor Ek Hag Strand Vik Björk Hell Sand Ås Lund Rø Fager Ny",
        "ström gren qvist sen berg stad dal vold gaard sson lund heim by rud nes",
        "Lind Berg Holm Sund Nor Ek Hag Vik Sand Ås Rød Tron Ved Kal Skar Frø",
        "köping stad vik sund borg nes by heim fors dal bro ö havn lund",
    ),
    "german": Style(
        """Karl Ulrich Jürgen Dieter Matthias Otto Ernst Rainer Wolfgang Klaas Joost Stefan Uwe
        Pieter""",
        "Anke Ute Gerda Heike Liesel Monika Katja Renate Sabine Marijke Ilse Annette",
        "Stein Brand Kessel Rott Wald Grün Hoff Linden Ober Vogel Kalt Reich Bruck Wies Eichel Ter",
        "mann er bach berg hausen meier feld dorf huber auer stein thal inger necker",
        "Stein Brand Kessel Rott Wald Grün Ober Vogel Kalt Lauter Bruck Wies Nieder Eber Mühl",
        "hausen bach berg feld dorf heim burg stadt thal kirchen ingen rode au",
    ),
    "indian": Style(
        """Arjun Suresh Vikram Rajesh Mohan Anil Prakash Dinesh Ravi Sanjay Iqbal Farhan Tariq
        Nuwan""",
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
        "wale tu ndou bayo kwe mba ti gwu sani lele toko rogo ara",
        "Ka Mba Olu Ndo Kwa Ife Zam Bou Lu Oko Ta Mwe",
        "ndara bara wezi dougou rashe kumbe lande tamba soro nkwa nga bo",
    ),
    "chinese": Style(
        "Wei Jianguo Haoran Zhiming Guoliang Minghao Tao Yong Kai-wing Chun-ho",
        "Xiulan Mei Lihua Yanfei Jing Qiuyue Hui-min Siu-ling Fang",
        "Tao Zhen Lu Fang Qiao Shen Meng Wen Yan Gao Ruan Bai",
        "",
        "Lin Qing Yang Hai Dong Bai Zhu Nan Xin Heng Long Ning",
        "shan zhou jiang cheng he an hua yuan men tang ling",
    ),
}

LOCALES = (
    Locale("England", "English", "english", "county", "Kent, Dorset, Norfolk, Cumbria, Essex"),
    Locale("England", "English", "english", "county", "Surrey, Lancashire, North Yorkshire"),
    Locale("Ireland", "Irish", "english", "county", "County Cork, County Mayo, County Kerry"),
    Locale("Scotland", "Scottish", "english", "council area", "Fife, Moray, Angus, Highland"),
    Locale("Australia", "Australian", "english", "state", "Victoria, New South Wales, Tasmania"),
    Locale("the United States", "American", "american", "state",
           "Ohio, Vermont, Oregon, Georgia, Nebraska, Maine, Iowa, Texas, North Carolina", True),
    Locale("the United States", "American", "american", "state",
           "Michigan, Kentucky, New Mexico, Montana, Kansas, Utah, Virginia", True),
    Locale("Canada", "Canadian", "american", "province",
           "Ontario, Alberta, Manitoba, Nova Scotia", True),
    Locale("Italy", "Italian", "romance", "region", "Piedmont, Umbria, Liguria, Tuscany"),
    Locale("France", "French", "romance", "department", "Aude, Creuse, Orne, Lozère"),
    Locale("Spain", "Spanish", "romance", "province", "Teruel, Huelva, Zamora, Segovia"),
    Locale("Argentina", "Argentine", "romance", "province", "Chubut, Misiones, Salta"),
    Locale("Brazil", "Brazilian", "romance", "state", "Bahia, Goiás, Minas Gerais"),
    Locale("Poland", "Polish", "slavic", "voivodeship", "Lublin, Opole, Lower Silesia"),
    Locale("Russia", "Russian", "slavic", "oblast", "Tver, Oryol, Penza, Kirov"),
    Locale("Serbia", "Serbian", "slavic", "district", "Mačva, Bor, Zlatibor"),
    Locale("Sweden", "Swedish", "nordic", "county", "Kalmar, Dalarna, Halland"),
    Locale("Norway", "Norwegian", "nordic", "county", "Rogaland, Nordland, Innlandet"),
    Locale("Germany", "German", "german", "state", "Bavaria, Hesse, Lower Saxony, Thuringia"),
    Locale("the Netherlands", "Dutch", "german", "province", "Drenthe, Zeeland, Limburg"),
    Locale("India", "Indian", "indian", "state", "Kerala, Gujarat, Bihar, Tamil Nadu, Punjab"),
    Locale("Sri Lanka", "Sri Lankan", "indian", "district", "Galle, Matara, Kegalle"),
    Locale("Japan", "Japanese", "japanese", "prefecture", "Nagano, Gifu, Oita, Mie"),
    Locale("Nigeria", "Nigerian", "african", "state", "Kano, Ogun, Cross River"),
    Locale("Ghana", "Ghanaian", "african", "region", "Ashanti, Volta, Bono East"),
    Locale("China", "Chinese", "chinese", "province", "Hunan, Gansu, Fujian, Anhui"),
)  # fmt: skip
