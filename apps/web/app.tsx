import './app.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { Suspense } from 'react';
import { CrashBoundary } from './crash-boundary.tsx';
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
    <CrashBoundary
      problem={(message, retry) => (
        <PageProblem title="Page could not be displayed" messages={[message]} onRetry={retry} />
      )}
    >
      <Suspense>
        <Page {...props} {...rest} />
      </Suspense>
    </CrashBoundary>
  );
}
