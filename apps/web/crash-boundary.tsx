import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import { Component, type ReactNode } from 'react';
import { reportError } from './error-reports/report-error.ts';

/** Shows a rendering error with a retry in place of its content. */
export class CrashBoundary extends Component<
  {
    readonly problem: (message: string, retry: () => void) => ReactNode;
    readonly children: ReactNode;
  },
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
    const message = messageOf(error);
    return this.props.problem(message, () => this.setState({ error: null }));
  }
}
