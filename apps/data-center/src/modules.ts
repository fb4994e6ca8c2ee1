/** Names the modules that the plugin's dashboard items are looked up by. */
import { PLUGIN_GADGETS, PLUGIN_KEY } from '../gadgets.ts';
import { createDashboardItem, type ItemApi, type JiraPage } from './dashboard-item.ts';

/** Jira's loader: a module by its name. */
declare const define: (name: string, needs: readonly string[], make: () => unknown) => void;

function readPage(): JiraPage {
  const jira: unknown = Reflect.get(window, 'AJS');
  const contextPath =
    typeof jira === 'object' && jira !== null ? Reflect.get(jira, 'contextPath') : null;
  const path = typeof contextPath === 'function' ? String(contextPath.call(jira)) : '';
  return {
    window,
    pages: `${path}/download/resources/${PLUGIN_KEY}:app/`,
    baseUrl: window.location.origin + path,
  };
}

for (const { name } of PLUGIN_GADGETS) {
  define(
    `tallyboard/${name}-item`,
    [],
    () =>
      // Called with new; what it returns is the item.
      function Item(api: ItemApi) {
        return createDashboardItem(name, readPage(), api);
      },
  );
}
