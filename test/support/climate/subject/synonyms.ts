export const SYNONYMS = `warming = global warming = temperature rise
CO2 = carbon dioxide`;
