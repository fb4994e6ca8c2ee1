/** What happens to the data of readers. */
export default function Privacy() {
  return (
    <>
      <p>
        <strong>Your issues do not leave the place where you read them.</strong> Tallyboard asks
        Jira for issues from your browser, and computes there. No server of the vendor sees them;
        there is no tracking and no advertising.
      </p>
      <h2>What is read</h2>
      <p>
        The fields that a report needs of the issues that you may see: keys, summaries, statuses,
        dates, people, estimates, sprints and, where a report is about them, histories and worklogs.
        No report reads descriptions, comments or attachments.
      </p>
      <h2>What is kept, and where</h2>
      <dl>
        <dt>In your browser</dt>
        <dd>
          A cache of issues, so that a report opens quickly again. It belongs to one reader of one
          site: whoever signs in next gets nothing of it. An administrator can switch it off, and
          clearing the data of the site in the browser empties it. Beside it are your choices, such
          as light or dark.
        </dd>
        <dt>In Jira</dt>
        <dd>
          The settings of gadgets, with their dashboards, and the settings that administrators make
          for all users. Both may hold names of projects, queries and, in a text gadget, what its
          writer wrote. They hold no issues.
        </dd>
        <dt>On a server of your own</dt>
        <dd>
          Only if you run one: the dashboards and settings of that server, who signed in and what
          was changed, and, where you set up a mirror, copies of the issues that your query chose.
        </dd>
      </dl>
      <h2>What is sent elsewhere</h2>
      <p>
        Nothing. Pictures of people come from the addresses that Jira gives. Error reports are off;
        whoever runs a server may have them sent to a service of their own choice, and then they say
        what went wrong in our code and nothing of your issues:{' '}
        <a href="/docs?page=security#errors">what is in an error report</a>.
      </p>
      <h2>What you hand on</h2>
      <p>
        Exported CSV files, printed pages and snapshots hold what you see when you make them. A
        snapshot can leave out names and keys: choose so where you make it.
      </p>
      <h2>Deleting</h2>
      <p>
        Removing a gadget removes its settings. Uninstalling the app removes the settings that all
        users share, in the way of your Jira. On a server of your own, deleting its data folder or
        database deletes everything that it keeps.
      </p>
    </>
  );
}
