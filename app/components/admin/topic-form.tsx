import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Field, FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, refusalIn, typedText } from "~/components/forms/form-answer";
import { ShownVersions } from "~/components/forms/shown-versions";
import { Button } from "~/components/ui/button";
import { TOPIC_LABELS } from "~/models/records/topics/labels";

interface Props {
  action: string;
  /** The initial values of the fields. */
  topic: {
    name: string;
    otherNames: string[];
    broader: string;
    description: string;
    openalex: string[];
    /** Left out for a new topic. */
    updatedAt?: string;
  };
  /** The versions of these values; left out for a new topic. */
  versions?: Record<string, string>;
  /** The topics that can be broader. */
  topics: { slug: string; name: string }[];
  answer: FormAnswer | undefined;
  button: string;
  children?: ReactNode;
}

/** Renders the fields of a topic. */
export function TopicForm({ action, topic, versions = {}, topics, answer, button, children }: Props) {
  const isRefused = refusalIn(answer) !== undefined;
  const currentValue = (name: string, storedValue: string) => (isRefused ? typedText(answer, name) : storedValue);
  const errors = answer?.fieldErrors ?? {};
  return (
    <Form method="post" action={action} data-all-optional="" className="max-w-form">
      {topic.updatedAt && <input type="hidden" name="updatedAt" value={currentValue("updatedAt", topic.updatedAt)} />}
      <ShownVersions versions={versions} answer={answer} />
      <Field
        label={TOPIC_LABELS.name}
        name="name"
        required
        autoComplete="off"
        defaultValue={currentValue("name", topic.name)}
        error={errors.name}
      />
      <TextArea
        label={TOPIC_LABELS.otherNames}
        name="otherNames"
        rows={4}
        hint="One on each line: other words and abbreviations that readers may search for."
        defaultValue={currentValue("otherNames", topic.otherNames.join("\n"))}
        error={errors.otherNames}
      />
      <FieldFrame label={TOPIC_LABELS.broader} name="broader" error={errors.broader}>
        <select id="broader" name="broader" className="w-full" defaultValue={currentValue("broader", topic.broader)}>
          <option value="">None</option>
          {topics.map(({ slug, name }) => (
            <option key={slug} value={slug} dir="auto">
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <TextArea
        label={TOPIC_LABELS.description}
        name="description"
        rows={3}
        hint="Two sentences for the topic’s page."
        defaultValue={currentValue("description", topic.description)}
        error={errors.description}
      />
      <TextArea
        label={TOPIC_LABELS.openalex}
        name="openalex"
        rows={2}
        hint="Identifiers of the OpenAlex topics and keywords with this meaning, one on each line."
        defaultValue={currentValue("openalex", topic.openalex.join("\n"))}
        error={errors.openalex}
      />
      <Button type="submit">{button}</Button>
      {children}
    </Form>
  );
}
