import { Component, type ReactNode } from 'react';
import { reportError } from './error-reports/report-error.ts';
import { PageProblem } from './page-problem.tsx';

/** Shows a rendering error with a retry instead of an empty page. */
export class CrashBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: unknown }
> {
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
      <PageProblem
        title="Page could not be displayed"
        messages={[error instanceof Error ? error.message : String(error)]}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
