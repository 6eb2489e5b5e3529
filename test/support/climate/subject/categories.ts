export const CATEGORIES = [
  {
    key: "modeller",
    slug: "climate-modellers",
    label: "Climate Modellers",
  },
  {
    key: "observer",
    slug: "observers",
    label: "Observers",
  },
  {
    key: "communicator",
    slug: "communicators",
    label: "Communicators",
  },
] as const;
