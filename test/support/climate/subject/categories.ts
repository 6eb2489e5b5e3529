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
  {
    key: "glaciologist",
    slug: "glaciologists",
    label: "Glaciologists",
  },
  {
    key: "oceanographer",
    slug: "oceanographers",
    label: "Oceanographers, at Sea and on Land",
  },
  {
    key: "forester",
    slug: "foresters",
    label: "Foresters",
  },
  {
    key: "economist",
    slug: "economists",
    label: "Economists",
  },
  {
    key: "lawyer",
    slug: "lawyers",
    label: "Lawyers",
  },
  {
    key: "engineer",
    slug: "engineers",
    label: "Engineers",
  },
  {
    key: "historian",
    slug: "historians",
    label: "Historians",
  },
] as const;
