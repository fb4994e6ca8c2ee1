import { messageOf } from '@tallyboard/ui/feedback/flags.tsx';
import { Component, type ReactNode } from 'react';
import { reportError } from './error-reports/report-error.ts';
import { isMissingCode, MISSING_CODE, reloadOnce } from './missing-code.ts';

/** Shows a rendering error with a retry in place of its content. Code that was missing is fetched again once online. */
export class CrashBoundary extends Component<
  {
    readonly problem: (message: string, retry: () => void) => ReactNode;
    /** Renders the children again when it changes. */
    readonly resetKey?: string;
    readonly children: ReactNode;
  },
  { readonly error: unknown }
> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  readonly #retry = () => this.setState({ error: null });

  override componentDidCatch(error: unknown) {
    if (!isMissingCode(error)) return reportError(error);
    addEventListener('online', this.#retry, { once: true });
    reloadOnce();
  }

  override componentDidUpdate({ resetKey }: { readonly resetKey?: string }) {
    if (resetKey !== this.props.resetKey && this.state.error !== null) this.#retry();
  }

  override componentWillUnmount() {
    removeEventListener('online', this.#retry);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return this.props.problem(isMissingCode(error) ? MISSING_CODE : messageOf(error), this.#retry);
  }
}
