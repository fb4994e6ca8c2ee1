import { Button } from '@tallyboard/ui/controls/button.tsx';
import { type ReactNode, useEffect } from 'react';

/** Says that names are made up, on the page and in its files. */
export default function AnonymousNotice(props: {
  readonly onEnd: () => void;
  readonly children?: ReactNode;
}) {
  const { onEnd, children } = props;
  useAnonymousPrint();
  return (
    <div className="tb-row tb-frame__anonymous">
      <span>Anonymized: names and keys are made up.{children}</span>
      <span className="tb-no-print">
        <Button appearance="link" onClick={onEnd}>
          Show names
        </Button>
      </span>
    </div>
  );
}

/** What the page had before it was printed; several gadgets of a dashboard can be anonymized. */
let named: { readonly title: string; readonly address: string } | null = null;

function hideNames(): void {
  if (named) return;
  named = { title: document.title, address: location.href };
  document.title = 'Tallyboard';
  history.replaceState(history.state, '', location.pathname);
}

function restoreNames(): void {
  if (!named) return;
  document.title = named.title;
  history.replaceState(history.state, '', named.address);
  named = null;
}

/** Browsers print title and address of a page, which have the query and the scope, on each sheet. */
function useAnonymousPrint(): void {
  useEffect(() => {
    window.addEventListener('beforeprint', hideNames);
    window.addEventListener('afterprint', restoreNames);
    return () => {
      window.removeEventListener('beforeprint', hideNames);
      window.removeEventListener('afterprint', restoreNames);
      restoreNames();
    };
  }, []);
}
