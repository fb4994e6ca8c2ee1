import type { Host } from '@tallyboard/hosts/host.ts';
import { path } from '@tallyboard/jira/address.ts';
import { useMemo } from 'react';
import WallboardPage from './wallboard-page.tsx';

/** A wall that was opened by a display link: it reads what the server makes of this dashboard, and nothing else. */
export default function LinkedWallPage(props: { readonly host: Host; readonly id: string }) {
  const { host, id } = props;
  const own = useMemo((): Host => {
    const dashboard = path`/replica/dashboards/${id}`;
    return {
      ...host,
      request: (asked, ...rest) =>
        host.request(
          asked.path === dashboard ? { ...asked, path: path`/wall/${id}/dashboard` } : asked,
          ...rest,
        ),
    };
  }, [host, id]);
  return <WallboardPage host={own} id={id} linked />;
}
