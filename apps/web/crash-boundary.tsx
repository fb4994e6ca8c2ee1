import { Button } from '@tallyboard/ui/controls/button.tsx';
import { Component, type ReactNode } from 'react';
import { reportError } from './error-reports/report-error.ts';

interface Props {
  readonly children: ReactNode;
}

/** Shows a rendering error with a retry instead of an empty page. */
export class CrashBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className="tb-page-message" role="alert">
        <h1>Page could not be displayed</h1>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <Button appearance="primary" onClick={() => this.setState({ error: null })}>
          Try again
        </Button>
      </main>
    );
  }
}
