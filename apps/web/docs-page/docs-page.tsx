/// <reference types="vite/client" />
import './docs-page.css';
import type { Host } from '@tallyboard/hosts/host.ts';
import { lazy, Suspense, useEffect } from 'react';
import { GroupNav } from '../nav/group-nav.tsx';
import { BrandBar } from '../start/brand-bar.tsx';
import { useLoaded } from '../use-loaded.ts';
import { APPS, type DescribedApp, describedApp } from './apps.ts';

/** Pages about all apps; `name` is the value of the query parameter `page`. */
const PAGES = [
  page('figures', 'What each figure means', () => import('./articles/figures.html?raw')),
  page('saved-reports', 'Saved reports', () => import('./articles/saved-reports.html?raw')),
  page('dashboards', 'Dashboards and wallboards', () => import('./articles/dashboards.html?raw')),
  page('calendar', 'Working calendar', () => import('./articles/calendar.html?raw')),
  page('privacy', 'Privacy', () => import('./articles/privacy.html?raw')),
  page('security', 'Security and data handling', () => import('./articles/security.html?raw')),
];

function page(name: string, title: string, load: () => Promise<{ readonly default: string }>) {
  const Article = lazy(async () => {
    const { default: html } = await load();
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of this folder.
    return { default: () => <section dangerouslySetInnerHTML={{ __html: html }} /> };
  });
  return { name, title, Article };
}

const linkTo = (kind: 'app' | 'page', { name, title }: Pick<DescribedApp, 'name' | 'title'>) => {
  const address = `/docs?${kind}=${name}`;
  return { value: address, label: title, address };
};

const GROUPS = new Map([
  ['Apps', APPS.map(app => linkTo('app', app))],
  ['For all apps', PAGES.map(page => linkTo('page', page))],
]);

export default function DocsPage({ host: { info } }: { readonly host: Host }) {
  const asked = new URLSearchParams(location.search).get('page');
  const page = PAGES.find(({ name }) => name === asked);
  const app = describedApp({ module: info.gadget, asked: info.app }, location.hostname);
  const { title } = page ?? app;
  useEffect(() => {
    document.title = `${title} - Tallyboard documentation`;
  }, [title]);
  return (
    <>
      {info.standalone && <BrandBar />}
      <div className="tb-docs">
        <GroupNav
          label="Documentation"
          selectLabel="Page"
          groups={GROUPS}
          value={(page ? linkTo('page', page) : linkTo('app', app)).value}
          onSelect={address => location.assign(address)}
        />
        <main className="tb-docs__article">
          <Suspense>
            {page ? (
              <>
                <h1>{page.title}</h1>
                <page.Article />
                <HashScroll />
              </>
            ) : (
              <AppArticle app={app} />
            )}
          </Suspense>
        </main>
      </div>
    </>
  );
}

/** Scrolls to the hash of the URL, which the browser looked for before the article was loaded. */
function HashScroll() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}

const MARKETPLACE = 'https://marketplace.atlassian.com/search?query=';

function AppArticle({ app }: { readonly app: DescribedApp }) {
  const { value } = useLoaded(app, ({ docs }) => docs());
  if (value === null) return null;
  const { shows, screenshot } = value;
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
        <li>
          <a href={MARKETPLACE + encodeURIComponent(app.title)} target="_blank" rel="noopener">
            Open {app.title} in the Atlassian Marketplace
          </a>
          .
        </li>
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
        <a href="/docs?page=calendar">working calendar</a>, <a href="/docs?page=privacy">privacy</a>{' '}
        and <a href="/docs?page=security">security</a>.
      </p>
      <Contact />
    </>
  );
}

/** The contact address that the operator of the server configured. */
function Contact() {
  const address = document.querySelector<HTMLMetaElement>(
    'meta[name="tallyboard-contact"]',
  )?.content;
  if (!address?.includes('@')) return <p>Questions? Ask your Jira administrator.</p>;
  return (
    <p>
      Questions? Write to <a href={`mailto:${address}`}>{address}</a>.
    </p>
  );
}

/** One image for each color mode, which opens in full size. `loading="lazy"` never loads the hidden one. */
function Screenshot({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <figure className="tb-docs__picture">
      {(['light', 'dark'] as const).map(mode => (
        <a key={mode} data-mode={mode} href={`/docs/${mode}/${name}.webp`}>
          <img
            src={`/docs/${mode}/${name}.webp`}
            alt={text}
            width="960"
            height="600"
            loading="lazy"
          />
        </a>
      ))}
    </figure>
  );
}

function InMenus() {
  return (
    <ul>
      <li>
        The sidebar of every project, under <strong>Reports</strong>: its boards, epics and issues.
      </li>
      <li>Your account menu: your own issues, and any query.</li>
      <li>
        Defaults for all users: Jira settings, under <strong>Apps</strong> (administrators).
      </li>
    </ul>
  );
}

function OnDashboards({ title }: { readonly title: string }) {
  return (
    <>
      <ol>
        <li>
          Open a dashboard that you can edit, or choose <strong>Create dashboard</strong>.
        </li>
        <li>
          Choose <strong>Add gadget</strong> and search for{' '}
          <strong>{title.replace(/ gadget$/, '')}</strong>.
        </li>
        <li>
          Choose the issues and settings, and <strong>Save</strong>. Viewers of the dashboard see
          figures of the issues that they may see.
        </li>
      </ol>
      <p>Administrators can add gadgets to the system dashboard, the start page of all users.</p>
    </>
  );
}
