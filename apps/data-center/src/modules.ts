/** Registers the AMD modules of the dashboard items. */
import { APP_KEY, GADGETS } from '@tallyboard/reports/catalogue/gadgets.ts';
import { createDashboardItem, type ItemApi, type JiraPage } from './dashboard-item.ts';

/** Jira's AMD loader. */
declare const define: (name: string, needs: readonly string[], make: () => unknown) => void;

function readPage(): JiraPage {
  const jira: unknown = Reflect.get(window, 'AJS');
  const contextPath =
    typeof jira === 'object' && jira !== null ? Reflect.get(jira, 'contextPath') : null;
  const path = typeof contextPath === 'function' ? String(contextPath.call(jira)) : '';
  return {
    window,
    pages: `${path}/download/resources/${APP_KEY}:app/`,
    baseUrl: window.location.origin + path,
  };
}

for (const { name } of GADGETS) {
  define(
    `tallyboard/${name}-item`,
    [],
    () =>
      // Jira calls it with `new` and uses the returned object.
      function Item(api: ItemApi) {
        return createDashboardItem(name, readPage(), api);
      },
  );
}
