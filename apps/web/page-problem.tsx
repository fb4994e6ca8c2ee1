import { Button } from '@tallyboard/ui/controls/button.tsx';

export function PageProblem(props: {
  readonly title: string;
  readonly messages: readonly string[];
  readonly onRetry: () => void;
}) {
  return (
    <main className="tb-page-message" role="alert">
      <h1>{props.title}</h1>
      {props.messages.map(message => (
        <p key={message}>{message}</p>
      ))}
      <Button appearance="primary" onClick={props.onRetry}>
        Try again
      </Button>
    </main>
  );
}
