import '../app.css';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';

/** Shown when the host does not respond. */
export default function NoHost({ message }: { readonly message: string }) {
  return (
    <AppRoot>
      <main className="tb-page-message" role="alert">
        <h1>Jira didn't respond</h1>
        <p>{message}</p>
        <Button appearance="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      </main>
    </AppRoot>
  );
}
