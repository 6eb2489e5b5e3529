/** Words by which this site's subject is recognised. */
const SUBJECT_WORDS =
  /longevity|\bage?ing\b|\b(gero|geria)\w+|(life|health)span|rejuvenat|\bmedic(al|ine)\b|physician|\bclinic|\bdoctor(?!ate)|food and drug|healthy/i;
/** Names of fields, which others rely on. */
const SPECIFIED_NAMES = /longevity(Contribution|Interview[A-Z]\w+)/g;

/** Returns the lines of a text that name the subject. */
export function linesWithSubject(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const match = SUBJECT_WORDS.exec(line.replace(SPECIFIED_NAMES, ""));
    return match ? [`…${match.input.slice(Math.max(0, match.index - 80), match.index + 80)}…`] : [];
  });
}
