import { MARK_PATH } from "~/models/records/images/mark";

/** Renders the site's logo. It is decorative, because the name stands beside it. */
export function Mark() {
  return (
    <svg
      className="mr-2.5 flex-none"
      width="28"
      height="28"
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <path strokeWidth="2.2" strokeLinecap="round" d={MARK_PATH} />
    </svg>
  );
}
