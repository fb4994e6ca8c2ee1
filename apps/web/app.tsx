import './app.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { Component, type ReactNode, Suspense } from 'react';
import { reportError } from './error-reports/report-error.ts';
import { PageProblem } from './page-problem.tsx';
import { useAddress } from './router/address.ts';
import { type Route, routeOf } from './router/routes.ts';
import { screenOf } from './screens.ts';

export interface AppProps {
  readonly host: Host;
  readonly engine: Engine;
  /** The only screen of an app without a router; otherwise the address decides. */
  readonly route?: Route | null;
}

export function App({ route, ...props }: AppProps) {
  return (
    <AppRoot>{route ? <Screen route={route} {...props} /> : <RoutedScreen {...props} />}</AppRoot>
  );
}

type ScreenProps = Omit<AppProps, 'route'>;

function RoutedScreen(props: ScreenProps) {
  const address = new URL(useAddress(), location.origin);
  const route = routeOf(address.pathname, props.host.info);
  return <Screen key={address.pathname} route={route} {...props} />;
}

function Screen({ route: { screen, ...rest }, ...props }: ScreenProps & { readonly route: Route }) {
  const Page = screenOf(screen);
  return (
    <CrashBoundary>
      <Suspense>
        <Page {...props} {...rest} />
      </Suspense>
    </CrashBoundary>
  );
}

/** Shows a rendering error with a retry instead of an empty page. */
class CrashBoundary extends Component<
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
