import type { GadgetDocs } from '@tallyboard/report-kit/about.ts';
import { use } from 'react';
import type { DescribedApp } from './apps.ts';

const loaded = new Map<DescribedApp, Promise<GadgetDocs>>();

/** One promise an app: React drops memos of a component that suspends before it is mounted. */
function loadOnce(app: DescribedApp, load: () => Promise<GadgetDocs>): Promise<GadgetDocs> {
  const docs = loaded.get(app) ?? load();
  loaded.set(app, docs);
  return docs;
}

/** One app: what it shows, how to get it, and where it appears. */
export function AppArticle({ app }: { readonly app: DescribedApp }) {
  const { shows, screenshot } =
    typeof app.docs === 'function' ? use(loadOnce(app, app.docs)) : app.docs;
  return (
    <>
      <h1>{app.title}</h1>
      <p>{app.summary}</p>
      {screenshot !== null && <Screenshot name={app.name} text={screenshot} />}
      <h2>What it shows</h2>
      <ul>
        {shows.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <h2>Install it</h2>
      <ol>
        <li>Open {app.title} in the Atlassian Marketplace.</li>
        <li>
          Click <strong>Try it free</strong>.
        </li>
        <li>Wait for the installation to finish.</li>
      </ol>
      <h2>Find it</h2>
      {app.place === 'menus' ? <InMenus /> : <OnDashboards title={app.title} />}
      <h2>Read on</h2>
      <p>
        <a href="/docs?page=figures">What each figure means</a>, the{' '}
        <a href="/docs?page=calendar">working calendar</a>, and what happens to your data:{' '}
        <a href="/docs?page=privacy">privacy</a> and <a href="/docs?page=security">security</a>.
      </p>
      <Contact />
    </>
  );
}

/** Whom to write to, where whoever runs the server says so. */
function Contact() {
  const address = document.querySelector<HTMLMetaElement>(
    'meta[name="tallyboard-contact"]',
  )?.content;
  if (!address?.includes('@')) return null;
  return (
    <p>
      Questions? Write to <a href={`mailto:${address}`}>{address}</a>.
    </p>
  );
}

/** One for each colour mode; the other one is never loaded. */
function Screenshot({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <figure className="tb-docs__picture">
      {(['light', 'dark'] as const).map(mode => (
        <img
          key={mode}
          data-mode={mode}
          src={`/docs/${name}-${mode}.webp`}
          alt={text}
          width="960"
          height="600"
          loading="lazy"
        />
      ))}
    </figure>
  );
}

function InMenus() {
  return (
    <ul>
      <li>
        In the sidebar of every project, under <strong>Reports</strong>: that project's boards,
        epics and issues.
      </li>
      <li>In your account menu: your own issues, and any query.</li>
      <li>
        Administrators set what all users begin with in the settings of Jira, under{' '}
        <strong>Apps</strong>.
      </li>
    </ul>
  );
}

function OnDashboards({ title }: { readonly title: string }) {
  return (
    <>
      <ol>
        <li>
          Open a dashboard that you may edit, or choose <strong>Create dashboard</strong>.
        </li>
        <li>
          Choose <strong>Add gadget</strong> and search for{' '}
          <strong>{title.replace(/ gadget$/, '')}</strong>.
        </li>
        <li>
          Choose the issues and what to show of them, and <strong>Save</strong>. Everybody who may
          see the dashboard sees the gadget, on the issues that they themselves may see.
        </li>
      </ol>
      <p>An administrator can add gadgets to the system dashboard, which everybody sees first.</p>
    </>
  );
}
