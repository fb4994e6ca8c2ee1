import './app.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { AppRoot } from '@tallyboard/ui/theme/app-root.tsx';
import { Suspense } from 'react';
import { CrashBoundary } from './crash-boundary.tsx';
import { useAddress } from './router/address.ts';
import { type Route, routeOf } from './router/routes.ts';
import {
  DashboardPage,
  DashboardsPage,
  DocsPage,
  GadgetPage,
  HomePage,
  ReportsPage,
  UnknownPage,
  WallboardPage,
} from './screens.ts';
import { Started } from './start/started.tsx';

export interface AppProps {
  readonly host: Host;
  readonly engine: Engine;
  /** The one screen of an app without a router; otherwise the address chooses. */
  readonly route?: Route | null;
}

/** The whole app: one screen by the address, in the frame that all of them share. */
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

function Screen(props: ScreenProps & { readonly route: Route }) {
  return (
    <CrashBoundary>
      <Suspense>
        <ScreenOf {...props} />
      </Suspense>
    </CrashBoundary>
  );
}

function ScreenOf({ route, host, engine }: ScreenProps & { readonly route: Route }) {
  if (route.screen === 'docs') return <DocsPage info={host.info} />;
  if (route.screen === 'unknown') return <UnknownPage />;
  if (route.screen === 'home') return <HomePage host={host} />;
  if (route.screen === 'dashboards') return <DashboardsPage host={host} />;
  if (route.screen === 'dashboard') return <DashboardPage host={host} id={route.id} />;
  if (route.screen === 'wallboard') return <WallboardPage host={host} id={route.id} />;
  if (route.screen === 'gadget')
    return <GadgetPage host={host} engine={engine} gadget={route.gadget} />;
  return (
    <Started host={host} engine={engine}>
      <ReportsPage />
    </Started>
  );
}
