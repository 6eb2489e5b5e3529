/**
 * A third list of questions of readers about the starter people, with the people who are right by their records. It was written from the
 * records alone, without a look at synonyms or code, after the search answered the first two lists. `test/bench/questions.ts` measures the search with it.
 */
export const THIRD_QUESTIONS: [asked: string, right: string][] = [
  // Questions by a person's achievement, in other words
  ["who got the Nobel Prize for chromosome ends?", "elizabeth-blackburn"],
  ["does psychological stress age our cells", "elizabeth-blackburn"],
  ["doctor who kept working past the age of 100", "shigeaki-hinohara"],
  ["who studies why Ashkenazi centenarians live so long", "nir-barzilai"],
  ["anti-ageing pill for dogs", "celine-halioua"],
  ["do pets age like us? companion dogs study", "matt-kaeberlein celine-halioua"],
  ["long-lived whales and their genome", "joao-pedro-de-magalhaes"],
  ["database of animal lifespans", "joao-pedro-de-magalhaes"],
  ["guess someone's age from a photo of their face", "jing-dong-jackie-han"],
  ["AI for finding new medicines", "alex-zhavoronkov"],
  ["is there a maximum human lifespan? demographers", "james-vaupel"],
  ["why do women live longer and longer, life expectancy record", "james-vaupel"],
  ["volunteering and brain health of seniors", "linda-fried"],
  ["walking speed tests in old people", "luigi-ferrucci linda-fried"],
  ["fly genetics and insulin", "linda-partridge"],
  ["swapping old blood for young", "irina-conboy"],
  ["does dialysis-like plasma exchange rejuvenate", "irina-conboy"],
  ["saunas", "rhonda-patrick"],
  ["nutritional supplement trial NMN", "andrea-maier"],
  ["who won a Pulitzer nomination for a book on old age", "louise-aronson"],
  // Questions by role, place and organisation
  ["geriatricians in Asia", "andrea-maier shigeaki-hinohara"],
  ["investors who bet on longevity biotech", "jim-mellon laura-deming mehmood-khan"],
  ["Thiel fellowship", "laura-deming"],
  ["Saudi Arabia money for ageing research", "mehmood-khan felipe-sierra"],
  ["WHO ageing department former directors", "john-beard alexandre-kalache"],
  ["Who at the United Nations defends older people's rights?", "rosa-kornfeld-matte"],
  ["members of the British House of Lords", "camilla-cavendish sally-greengross"],
  ["speakers on ageism", "ashton-applewhite robert-n-butler"],
  ["psychologist studying emotions in later life", "laura-carstensen"],
  ["African researchers on older people and families", "isabella-aboderin"],
  // Questions that no profile answers
  ["who invented CRISPR gene editing", ""],
  ["best knee surgeon in Munich", ""],
  ["treatments for migraine", ""],
  ["veterinarian for horses", ""],
  ["black hole physicist", ""],
  ["microplastics in drinking water", ""],
  ["hair transplant clinics Istanbul", ""],
  ["dentist implants for teenagers", ""],
  ["who discovered penicillin", ""],
  ["malaria vaccine trial in Ghana", ""],
];
