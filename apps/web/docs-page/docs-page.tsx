import './docs-page.css';
import type { HostInfo } from '@tallyboard/hosts/host.ts';
import { BrandBar } from '../start/brand-bar.tsx';
import { APPS, describedApp } from './apps.ts';

/** How to install an app and where to find it afterwards. */
export default function DocsPage({ info }: { readonly info: HostInfo }) {
  const app = describedApp(info.app, location.hostname);
  return (
    <>
      <BrandBar />
      <main className="tb-docs">
        <h1>{app.title}</h1>
        <p>{app.summary}</p>
        <h2>Install it</h2>
        <ol>
          <li>Open the marketplace listing of {app.title}.</li>
          <li>
            Click <strong>Try it free</strong>.
          </li>
          <li>Wait until the installation is done; Jira tells you when.</li>
        </ol>
        <h2>Find it</h2>
        {app.place === 'menus' ? (
          <ul>
            <li>In the sidebar of every project, for that project's boards, epics and issues.</li>
            <li>In your account menu, for your own issues and any query.</li>
          </ul>
        ) : (
          <>
            <ol>
              <li>
                Open a dashboard, or <strong>Create dashboard</strong>.
              </li>
              <li>
                Choose <strong>Add gadget</strong> and search for the name above.
              </li>
              <li>Fill in the form of the new gadget and save it.</li>
            </ol>
            <p>
              An administrator can add gadgets to the system dashboard, which everybody sees first.
            </p>
          </>
        )}
        <h2>All apps</h2>
        <ul className="tb-docs__apps">
          {APPS.map(each => (
            <li key={each.name}>
              <a
                href={`/docs?app=${each.name}`}
                aria-current={each.name === app.name ? 'page' : undefined}
              >
                {each.title}
              </a>
              <span className="tb-quiet">{each.summary}</span>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}
