export const CATEGORIES = [
  {
    key: "modeller",
    slug: "climate-modellers",
    label: "Climate Modellers",
    description: "People who compute how the atmosphere and the oceans answer to what we emit.",
    keywords: "climate models, general circulation",
  },
  {
    key: "observer",
    slug: "observers",
    label: "Observers",
    description: "People who measure ice, seas, forests and air.",
    keywords: "ice cores, satellites, ocean buoys",
  },
  {
    key: "communicator",
    slug: "communicators",
    label: "Communicators",
    description: "People who explain the climate to everybody.",
    keywords: "climate communication",
  },
] as const;
