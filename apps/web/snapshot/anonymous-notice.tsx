import { Button } from '@tallyboard/ui/controls/button.tsx';
import { useEffect } from 'react';

/** Says that names are made up, on the page and in its files. */
export default function AnonymousNotice({ onEnd }: { readonly onEnd: () => void }) {
  useAnonymousPrint();
  return (
    <div className="tb-row tb-frame__anonymous">
      <span>Anonymized: names and keys are made up.</span>
      <span className="tb-no-print">
        <Button appearance="link" onClick={onEnd}>
          Show names
        </Button>
      </span>
    </div>
  );
}

/** Browsers print title and address of a page, which have the query and the scope, on each sheet. */
function useAnonymousPrint(): void {
  useEffect(() => {
    let restore: (() => void) | null = null;
    function hide() {
      const { title } = document;
      const address = location.href;
      document.title = 'Tallyboard';
      history.replaceState(history.state, '', location.pathname);
      restore ??= () => {
        document.title = title;
        history.replaceState(history.state, '', address);
      };
    }
    function show() {
      restore?.();
      restore = null;
    }
    window.addEventListener('beforeprint', hide);
    window.addEventListener('afterprint', show);
    return () => {
      window.removeEventListener('beforeprint', hide);
      window.removeEventListener('afterprint', show);
      show();
    };
  }, []);
}
