import { Button, ButtonLink } from "~/components/ui/button";
import { Notice } from "~/components/ui/notice";

/** Shows new recovery codes. They are not shown again. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
  return (
    <Notice tone="caution" role="alert" id="recovery-codes">
      <h2>Keep these recovery codes</h2>
      <p>
        You cannot see these codes again later. If you lose your phone or passkey, each code signs you in once after
        your password. Earlier codes no longer work.
      </p>
      <ul className="mt-4 mb-4">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2.5">
        <ButtonLink quiet small href={file} download="recovery-codes.txt">
          Download the codes
        </ButtonLink>
        <Button type="button" quiet small className="noscript:hidden" data-live="" onClick={() => window.print()}>
          Print
        </Button>
      </p>
    </Notice>
  );
}
