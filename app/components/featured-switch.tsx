import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useEffect, useState } from "react";
import { call } from "./call";
import { reasonOf } from "./failure";
import { useToast } from "./toast";

interface Props {
  id: string;
  name: string;
  featured: boolean;
  /** Where the form leads back to without scripts. */
  returnTo: string;
}

/** Features an expert or ends that: at once with scripts, taken back when the server refuses (row EM15). */
export function FeaturedSwitch({ id, name, featured, returnTo }: Props) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const revalidator = useRevalidator();
  const toast = useToast();
  useEffect(() => {
    if (wanted === featured) setWanted(null);
  }, [wanted, featured]);
  const shown = wanted ?? featured;

  const flip = async (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null) return;
    setWanted(!featured);
    try {
      await call(`/api/experts/${id}/featured`, { method: "PATCH", body: { featured: !featured } });
      revalidator.revalidate();
    } catch (error) {
      setWanted(null);
      toast({ title: "Update Failed", description: reasonOf(error), failure: true });
    }
  };
  return (
    <form method="post" action={`/admin/experts/${id}/featured`} onSubmit={flip}>
      <input type="hidden" name="featured" value={String(!shown)} />
      <input type="hidden" name="returnTo" value={returnTo} />
      <button type="submit" className="flip" role="switch" aria-checked={shown} aria-label={`Featured: ${name}`}>
        <span aria-hidden="true" />
      </button>
    </form>
  );
}
