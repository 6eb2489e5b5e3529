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
  glaciologist: {
    description: "Glaciologists who study the climate.",
    keywords: "glaciologists",
  },
  oceanographer: {
    description: "Oceanographers, at Sea and on Land who study the climate.",
    keywords: "oceanographers",
  },
  forester: {
    description: "Foresters who study the climate.",
    keywords: "foresters",
  },
  economist: {
    description: "Economists who study the climate.",
    keywords: "economists",
  },
  lawyer: {
    description: "Lawyers who study the climate.",
    keywords: "lawyers",
  },
  engineer: {
    description: "Engineers who study the climate.",
    keywords: "engineers",
  },
  historian: {
    description: "Historians who study the climate.",
    keywords: "historians",
  },
};
