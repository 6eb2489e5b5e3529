/** The names of a topic's fields, in its form and wherever they are named. */
export const TOPIC_LABELS = {
  name: "Name",
  otherNames: "Other names",
  broader: "Broader topic",
  description: "Description",
  openalex: "OpenAlex",
};
