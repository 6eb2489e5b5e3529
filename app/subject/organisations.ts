/** Words that stand in names of this field's organisations and in no name of a person, without accents. */
export const ORGANISATION_WORDS = [
  "clinic",
  "clinics",
  "clinica",
  "klinik",
  "klinikum",
  "hospital",
  "hospitals",
  "hopital",
];
