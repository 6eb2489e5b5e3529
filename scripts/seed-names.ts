import type { Random } from "./seed-random";

interface Names {
  given: readonly string[];
  family: readonly string[];
  familyFirst?: true;
  joint?: string;
}

const list = (text: string): string[] => text.split(" ");

/** Names in many languages and scripts, to test sorting, search, initials and addresses as real directories do. */
const LANGUAGES: readonly Names[] = [
  {
    given: list(
      "Alice Benjamin Charlotte Daniel Eleanor Frederick Grace Henry Isla Joseph Katherine Liam Margaret Oliver",
    ),
    family: list(
      "Abbott Bradshaw Carmichael Fairweather Hargreaves O'Connell Pemberton Smith Thornbury Whitlock Yardley",
    ),
  },
  {
    given: list("Aurélie Benoît Chloé Désirée Étienne François Gaëlle Hélène Jérôme Léa Maëlys Noémie Océane Rémi Zoé"),
    family: list(
      "Aubépine Béranger Châtelain Delacroix D'Aubigné Garçon L'Hôpital Lefèvre Moreau Noël Pâris Saint-Rémy",
    ),
  },
  {
    given: list("Ádám Béla Csilla Dénes Erzsébet Győző Ilona Jenő Katalin László Márton Nóra Örs Sándor Zsófia"),
    family: list("Ács Bíró Csizmadia Dörnyei Fekete Győrffy Hőgyes Kővári Lőrincz Nemeskürty Őry Szűcs Tóth Ujváry"),
  },
  {
    given: list(
      "Anneliese Björn Cäcilia Dörte Friedrich Günther Hannelore Jürgen Käthe Lürs Mareike Rüdiger Ursula Wolfgang",
    ),
    family: list(
      "Bäumler Cölln Dreßler Größmann Höfler Jäger Königsmark Müller Niß Schröder Strauß Tränkle Übelacker Weiß",
    ),
  },
  {
    given: list("Álvaro Begoña Concepción Diego Encarnación Inés Íñigo Joaquín Lucía Mónica Nuño Raúl Sofía Ximena"),
    family: list("Álvarez Ibáñez Castañeda Domínguez Echeverría García Muñoz Núñez Ordóñez Peña Quiñones Zúñiga"),
  },
  {
    given: list("António Beatriz Conceição Estêvão Fátima Gonçalo Inês João Leonor Márcia Raimundo Simão Tomás Zélia"),
    family: list("Araújo Brandão Conceição Falcão Guimarães Magalhães Negrão Paixão Romão Simões Vasconcelos"),
  },
  {
    given: list(
      "Agnieszka Bogumiła Czesław Grażyna Jędrzej Kazimierz Łucja Małgorzata Stanisław Świętosława Władysław Żaneta",
    ),
    family: list(
      "Bąk Ćwikliński Dębski Gołąb Jabłoński Kłos Łukasik Mączka Pszczółkowski Śliwiński Wójcik Zając Żółkiewski",
    ),
  },
  {
    given: list("Anežka Bohuslav Čeněk Dobromila Jiří Květa Luboš Matěj Naděžda Ondřej Řehoř Šárka Tomáš Zdeněk"),
    family: list("Beneš Černý Dvořák Hájek Jelínek Kučera Křížek Růžička Říha Šťastný Vondráček Žák"),
  },
  {
    given: list("Åsa Björn Frøydis Gunnhild Håkon Ingrid Jørgen Kåre Løvise Märta Øyvind Søren Tyra Ærlend"),
    family: list("Ångström Bjørnson Dahlström Ekeløf Gråberg Hjälmarsson Kjærgaard Nygård Østergaard Sjöqvist Ølgaard"),
  },
  {
    given: list("Aðalbjörg Þórarinn Guðrún Hólmfríður Ísleifur Jökull Ragnheiður Sigríður Tryggvi Ævar Össur"),
    family: list("Ásgeirsdóttir Björgvinsson Einarsdóttir Guðmundsson Hákonardóttir Þorsteinsson Ögmundsdóttir"),
  },
  {
    given: list("Ayşe Barış Çağla Doğan Elif Gülşah Işıl İbrahim Kübra Ömer Özgür Şebnem Tuğba Ümit Yağmur"),
    family: list("Akdağ Bağcı Çelik Demirağ Erdoğdu Gökçe Işık İnönü Karaoğlu Öztürk Şahin Tığlı Üstün Yıldız"),
  },
  {
    given: list("Ánh Bảo Cường Đức Hạnh Hương Khánh Lệ Minh Ngọc Phượng Quỳnh Thảo Tuấn Vũ Yến"),
    family: list("Nguyễn Trần Lê Phạm Hoàng Huỳnh Phan Vũ Đặng Bùi Đỗ Hồ Ngô Dương Lý"),
    familyFirst: true,
  },
  {
    given: list("Adaeze Bọ́lá Chukwuemeka Ẹniọlá Fọláṣadé Ìfẹ́olúwa Kẹ́hìndé Ngọzi Olúwaṣeun Ṣọlá Táíwò Uchenna Yétúndé"),
    family: list("Adébáyọ̀ Akíntọ́lá Chidị Ẹzeọkafọ Ìyàndá Nwáchukwu Ọbáfẹ́mi Okonkwọ Ọládipọ̀ Ṣónúgà"),
  },
  {
    given: list("Александра Борис Вера Григорий Дарья Евгений Ирина Кирилл Людмила Михаил Надежда Пётр Светлана Юрий"),
    family: list("Авдеенко Белозёров Воробей Громыко Дубровко Ершенко Зимовец Ковальчук Лисенко Мороз Снегирь Шевчук"),
  },
  {
    given: list("Αθηνά Βασίλης Γεώργιος Δήμητρα Ελένη Ζωή Θεόδωρος Ιωάννα Κωνσταντίνος Μαρία Νικόλαος Σοφία Χρήστος"),
    family: list("Αλεξίου Βασιλάκης Γιαννόπουλος Δημητρίου Ζαφειρίου Καραγιάννη Λαμπρόπουλος Μαυρίδης Παπαδάκης Χατζή"),
  },
  {
    given: list("愛子 健一 美咲 翔太 花子 大輔 直美 隆 陽菜 悠真 さくら ひろし"),
    family: list("佐藤 鈴木 高橋 渡辺 山本 中村 小林 加藤 吉田 斎藤 松本 清水"),
    familyFirst: true,
  },
  {
    given: list("伟 芳 秀英 敏 静 丽 强 磊 洋 艳 勇 杰 晓明 文博"),
    family: list("王 李 张 刘 陈 杨 赵 黄 周 吴 徐 欧阳"),
    familyFirst: true,
    joint: "",
  },
  {
    given: list("민준 서연 도윤 지우 하은 예준 수빈 현우 지민 은서 영호 미경"),
    family: list("김 이 박 최 정 강 조 윤 장 임 한 황보"),
    familyFirst: true,
    joint: "",
  },
  {
    given: list("أحمد بسمة جمال حنان خالد رانيا سلمى طارق عائشة فاطمة كريم ليلى محمود نور ياسمين"),
    family: list("البغدادي التونسي الحداد الخطيب الدمشقي الرفاعي الزهراني الشامي العلوي الفاسي القاضي المصري النجار"),
  },
  {
    given: list("אביגיל בועז גילה דוד הדסה זאב חנה טליה יעל לאה מיכאל נועה עמוס רבקה שירה"),
    family: list("אבנר ברזילי גולן דרור הראל זמיר חדד כרמי לביא מזרחי נחום פלדמן צור רוזן שפירא"),
  },
  {
    given: list("अनिता भरत चित्रा दीपक गीता हरीश इंदिरा जयेश कविता मोहन नीलम प्रकाश राधिका सुनील उषा"),
    family: list("अग्रवाल भट्ट चतुर्वेदी देशपांडे गुप्ता जोशी कुलकर्णी मिश्रा नायर पटेल शर्मा त्रिपाठी वर्मा"),
  },
  {
    given: list("กมล จันทร์ ดวงใจ ธนา นภา ปรีชา พิมพ์ มาลี รัตน์ วิชัย ศิริ สมชาย อรุณ"),
    family: list("แก้วมณี จันทร์เพ็ญ ทองดี บุญมี ประเสริฐ พงษ์ไพร รักไทย วงศ์สวัสดิ์ ศรีสุข สุขใจ"),
  },
  {
    given: list("Aroha Hēmi Hine Kahurangi Māhina Ngāio Rāwiri Tāne Tūī Wīremu"),
    family: list("Kāwhia Māhaki Ngātai Pōtae Rāpana Tāmihana Tūhoe Wēpiha Whānau"),
  },
];

/** Returns a plausible invented name, sometimes with a second given or family name. */
export function madeUpName(random: Random): string {
  const { given: givenNames, family, familyFirst, joint = " " } = random.pick(LANGUAGES);
  const [givenName, secondGivenName] = random.sample(givenNames, 2) as [string, string];
  const [familyName, secondFamilyName] = random.sample(family, 2) as [string, string];
  if (familyFirst) return `${familyName}${joint}${givenName}`;
  const middle = random.chance(30) ? ` ${secondGivenName}` : "";
  const double = random.chance(15) ? `-${secondFamilyName}` : "";
  return `${givenName}${middle} ${familyName}${double}`;
}
