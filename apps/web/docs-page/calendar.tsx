const EXAMPLE = `{
  "timezone": "Europe/Prague",
  "days": {
    "Monday": ["09:00-12:00", "13:00-17:00"],
    "Tuesday": ["09:00-12:00", "13:00-17:00"],
    "Wednesday": ["09:00-12:00", "13:00-17:00"],
    "Thursday": ["09:00-12:00", "13:00-17:00"],
    "Friday": ["09:00-15:00"],
    "Saturday": [],
    "Sunday": [],
    "--12-25": [],
    "2026-12-24": ["09:00-12:00"]
  }
}`;

/** The text of a working calendar, and what it does. */
export default function Calendar() {
  return (
    <>
      <p>
        Time in Status counts all hours, or only those of a working calendar. Administrators set one
        that all share, in the settings of the app; a gadget may have its own. Burndown charts and
        timesheets take the days off of the shared one.
      </p>
      <h2>An example</h2>
      <pre>
        <code>{EXAMPLE}</code>
      </pre>
      <h2>What may stand in it</h2>
      <dl>
        <dt>timezone</dt>
        <dd>
          The zone in which the hours are meant, by its name: Europe/Prague, America/New_York, UTC.
        </dd>
        <dt>A weekday</dt>
        <dd>In English: Monday to Sunday. One that is missing or empty is a day off.</dd>
        <dt>A date of one year</dt>
        <dd>2026-12-24. It takes the place of its weekday; empty, it is a holiday.</dd>
        <dt>A date of every year</dt>
        <dd>--12-25. A date of one year wins over it, and it wins over a weekday.</dd>
        <dt>Hours</dt>
        <dd>
          Ranges from 00:00 to 24:00 as 09:00-12:00, as a list or in one text between commas. They
          may not overlap, nor run past midnight: split those at 24:00.
        </dd>
      </dl>
      <p>
        A mistake is told beside the text, and nothing is saved until it is put right. On days when
        clocks change, hours have their real length.
      </p>
      <h2>What comes out</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Calendar</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Counts</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Monday to Friday 09-12, 13-18</td>
            <td>Monday 09:00</td>
            <td>Tuesday 09:00</td>
            <td>8 hours</td>
          </tr>
          <tr>
            <td>Monday to Friday 09-12, 13-18</td>
            <td>Friday 16:00</td>
            <td>Monday 10:00</td>
            <td>3 hours</td>
          </tr>
          <tr>
            <td>Monday to Friday 08-17</td>
            <td>Friday 15:00</td>
            <td>Monday 10:00</td>
            <td>4 hours, of 67 on the clock</td>
          </tr>
        </tbody>
      </table>
    </>
  );
}
