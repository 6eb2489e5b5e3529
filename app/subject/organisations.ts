/** Words in the names of this field's organisations that are in no person's name, without accents. */
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
