/** Recognises columns of home addresses and telephone numbers, which are never imported by a guess. */
import { fold } from "~/db.server";

/** Tells whether a column has home addresses or telephone numbers, by its heading and, if other things can have it, its values. */
export function isHomeContact(heading: string, values: string[]): boolean {
  // Folding divides Korean syllables, so they are composed again.
  const name = fold(heading).normalize("NFC").trim();
  if (HOME_ADDRESS.test(name) || FOREIGN_HOME_ADDRESS.test(name) || TELEPHONE.test(name)) return true;
  // "Mobile sensors" and "Cell biology" have the same words as "Work mobile" and "Cell (private)".
  return NAMES_TELEPHONE.test(name) && (values.length === 0 || values.some(isTelephoneNumber));
}

const HOME_ADDRESS =
  /^((postal|mailing|street|home|private) )?address( line)?( ?\d)?$|^(zip|postcode|zip code|postal code|address \d - .*|home .*|(business|other|mailing|work) (street|state|postal code|zip).*)$/;

const FOREIGN_HOME_ADDRESS =
  /^((privat|post)?(adresse|anschrift)|stra(ss|ß)e( und hausnummer)?|direccion|domicilio|indirizzo|endereco|adres|rue|plz|postleitzahl|code postal|codigo postal|cap|cep)$|^((домашнии|почтовыи) )?адрес$|住所|住址|^地址$|주소/;

/** Words for telephones, folded, with the languages that write them so. */
const WORDS = [
  "phone|telephone|tel|mobile|cell|cellular|cellphone|fax|telefax|pager|gsm|whatsapp|sms", // English, and on cards of any language
  "telefon|telefonnr|telefonnummer|handy|handynummer|mobil|mobilnummer|mobiltelefon|natel", // German
  "telefoon|telefoonnummer|gsm nummer|mobieltje|tlf|tlfnr|mobilnr|telefonnumer|simi|farsimi|simanumer", // Dutch, Nordic languages
  "telephone portable|portable|cellulaire|fixe|telecopie", // French
  "telefono|fono|movil|celular|telefone|telemovel|fijo|cellulare|telefon mobil|telefonul", // Spanish, Portuguese, Italian, Romanian
  "puhelin|puhelinnumero|matkapuhelin|kannykka|telefoninumber|mobiil|telefonas|mobilusis|talrunis|mobilais", // Finnish, Baltic languages
  "telefon komorkowy|komorka|telefonni cislo|mobitel|telefonska|telefonszam|mobilszam|telefonu|cep telefonu|cep", // Central Europe, Turkish
  "dien thoai|so dien thoai|di dong|telepon|nomor telepon|ponsel|no\\.? hp|simu", // Vietnamese, Indonesian, Swahili
  "тел|моб|сот|телефон|телефоны|телефону|мобильныи|мобильныи телефон|мобільнии|мобилен|факс|τηλεφωνο|κινητο|κινητο τηλεφωνο|φαξ", // Cyrillic, Greek
  "טלפון|נייד|פקס|هاتف|الهاتف|رقم الهاتف|جوال|الجوال|محمول|موبايل|فاكس|تلفن|تلفن همراه|موبایل", // Hebrew, Arabic, Persian
  "फोन|फ़ोन|दूरभाष|मोबाइल|ফোন|মোবাইল|தொலைபேசி|โทรศัพท์|เบอร์โทร|เบอร์โทรศัพท์|มือถือ", // South and South-East Asia
  "电话|電話|电话号码|電話番号|電話號碼|手机|手機|手机号|手机号码|携帯|携帯電話|传真|전화|전화번호|휴대폰|휴대전화|핸드폰|팩스", // East Asia
].flatMap((line) => fold(line).normalize("NFC").split("|"));

const NUMBER = "(?:numbers?|no|nr|num|numero|numar|numer|nummer|n°|nº|№|#|\\d)";
/** Matches a heading that has nothing but such a word, for example "Tel.", "N° de téléphone", "Phone 1" or "Mobil-Nr.". */
const TELEPHONE = new RegExp(`^(?:${NUMBER}[ .]*(?:de |di |do )?)?(?:${WORDS.join("|")})[ .:_-]*(?:${NUMBER}[ .:]*)*$`);
/** Matches a heading that has such a word, or one that begins with it where languages join or bend words. */
const NAMES_TELEPHONE = new RegExp(
  `(?<!\\p{L})(?:${WORDS.join("|")})(?!\\p{L})|tele?(?:ph|f)on|tel[eé]fo|phone|телефон|τηλεφων|טלפון|هاتف|फोन|โทร|电话|電話|手机|手機|携帯|전화|휴대|핸드폰`,
  "u",
);

/** For the test of patterns that are built at run time. */
export const TELEPHONE_PATTERNS = [TELEPHONE, NAMES_TELEPHONE];

const MIN_DIGITS = 6;
const YEARS = /^(?:1[5-9]|20)\d\d\D+(?:1[5-9]|20)\d\d$/;

/** Tells whether a text has nearly only digits, with what people write between and after them: "+49 (0)30 1234-567, Ms Doe". */
function isTelephoneNumber(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return digits >= MIN_DIGITS && digits > letters && !YEARS.test(text.trim());
}
