export const CATEGORY_TEXTS: Record<string, { description: string; keywords: string }> = {
  modeller: {
    description: "People who compute how the atmosphere and the oceans answer to what we emit.",
    keywords: "climate models, general circulation",
  },
  observer: {
    description: "People who measure ice, seas, forests and air.",
    keywords: "ice cores, satellites, ocean buoys",
  },
  communicator: {
    description: "People who explain the climate to everybody.",
    keywords: "climate communication",
  },
};
