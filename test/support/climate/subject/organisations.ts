/** Words that stand in names of this field's organisations and in no name of a person, without accents. */
export const ORGANISATION_WORDS = ["weather", "meteorological", "wetterdienst"];
