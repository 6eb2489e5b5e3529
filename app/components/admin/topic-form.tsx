import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Field, FieldFrame, TextArea } from "~/components/forms/field";
import { type FormAnswer, refusalIn, typed } from "~/components/forms/form-answer";
import { Button } from "~/components/ui/button";

interface Props {
  action: string;
  /** The initial values of the fields. */
  topic: { name: string; otherNames: string[]; broader: string; description: string; openalex: string[] };
  /** The topics that can be broader. */
  topics: { slug: string; name: string }[];
  answer: FormAnswer | undefined;
  button: string;
  children?: ReactNode;
}

/** The fields of a topic. */
export function TopicForm({ action, topic, topics, answer, button, children }: Props) {
  const isTyped = refusalIn(answer) !== undefined;
  const shown = (name: string, stored: string) => (isTyped ? typed(answer, name) : stored);
  const errors = answer?.fieldErrors ?? {};
  return (
    <Form method="post" action={action} data-all-optional="" className="max-w-form">
      <Field
        label="Name"
        name="name"
        required
        autoComplete="off"
        defaultValue={shown("name", topic.name)}
        error={errors.name}
      />
      <TextArea
        label="Other names"
        name="otherNames"
        rows={4}
        hint="One in each line: what readers may type instead, also abbreviations."
        defaultValue={shown("otherNames", topic.otherNames.join("\n"))}
        error={errors.otherNames}
      />
      <FieldFrame label="Broader topic" name="broader" error={errors.broader}>
        <select id="broader" name="broader" className="w-full" defaultValue={shown("broader", topic.broader)}>
          <option value="">None</option>
          {topics.map(({ slug, name }) => (
            <option key={slug} value={slug} dir="auto">
              {name}
            </option>
          ))}
        </select>
      </FieldFrame>
      <TextArea
        label="What it is"
        name="description"
        rows={3}
        hint="In two sentences, for the topic’s page."
        defaultValue={shown("description", topic.description)}
        error={errors.description}
      />
      <TextArea
        label="OpenAlex"
        name="openalex"
        rows={2}
        hint="Identifiers of OpenAlex topics and keywords that mean it, one in each line."
        defaultValue={shown("openalex", topic.openalex.join("\n"))}
        error={errors.openalex}
      />
      <Button type="submit">{button}</Button>
      {children}
    </Form>
  );
}
