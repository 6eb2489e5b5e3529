import { Form } from "@remix-run/react";
import { CheckLabel } from "~/components/admin/field-group";
import { Field, FieldError } from "~/components/forms/field";
import { type FormAnswer, fieldProps, useResetAfter } from "~/components/forms/form-answer";
import { FormId } from "~/components/forms/form-id";
import { Button } from "~/components/ui/button";
import { Panel } from "~/components/ui/panel";

interface Props {
  /** The id of the form. */
  id: string;
  /** The webhook that was just created. */
  createdWebhook: unknown;
  answer: FormAnswer | undefined;
  /** The labels of the events, keyed by name. */
  events: Record<string, string>;
}

export function NewWebhook({ id, createdWebhook, answer, events }: Props) {
  const form = useResetAfter(createdWebhook);
  const error = answer?.fieldErrors?.events;
  const chosenEvents = answer?.values.events;
  return (
    <Panel className="my-4 max-w-measure">
      <Form ref={form} method="post" action="/admin/webhooks">
        <FormId id={id} answer={answer} />
        <Field
          label="Address"
          name="url"
          type="url"
          required
          autoComplete="off"
          hint="The address must begin with https:// and lead to a public server."
          {...fieldProps(answer, "url")}
        />
        <fieldset className="mb-4.5" aria-describedby={error && "events-error"}>
          <legend className="mb-1 font-semibold">Events</legend>
          {Object.entries(events).map(([name, label]) => (
            <p key={name}>
              <CheckLabel>
                <input
                  type="checkbox"
                  name="events[]"
                  value={name}
                  defaultChecked={Array.isArray(chosenEvents) && chosenEvents.includes(name)}
                />
                {label}
              </CheckLabel>
            </p>
          ))}
          {error && <FieldError name="events">{error}</FieldError>}
        </fieldset>
        <Button type="submit">Add the webhook</Button>
      </Form>
    </Panel>
  );
}
