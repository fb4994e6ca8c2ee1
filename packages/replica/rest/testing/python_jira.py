"""Calls a Jira through python3-jira (Debian) and prints a line of JSON for each call: name, status, text.

python_jira.py ADDRESS [TOKEN]
Status 200 is a call that returned, 0 one that ended without a reply of the server.
"""

import io
import json
import sys

from jira import JIRA, JIRAError

ADDRESS = sys.argv[1]
jira = JIRA(ADDRESS, basic_auth=("someone@example.com", "any"), max_retries=0, get_server_info=True)


def call(name, work):
    try:
        value = work()
        print(json.dumps({"name": name, "status": 200, "text": ""}), flush=True)
        return value
    except JIRAError as error:
        print(json.dumps({"name": name, "status": error.status_code, "text": error.text}), flush=True)
    except Exception as error:  # noqa: BLE001
        text = f"{type(error).__name__}: {error}"
        print(json.dumps({"name": name, "status": 0, "text": text}), flush=True)
    return None


search = lambda jql, **more: (
    jira.enhanced_search_issues(jql, **more)
    if hasattr(jira, "enhanced_search_issues") and jira._is_cloud
    else jira.search_issues(jql, **more)
)

call("server_info", jira.server_info)
call("myself", jira.myself)
call("session user", jira.current_user)
projects = call("projects", jira.projects)
call("project", lambda: jira.project("WEB"))
call("project components", lambda: jira.project_components("WEB"))
call("project versions", lambda: jira.project_versions("WEB"))
call("project roles", lambda: jira.project_roles("WEB"))
call("project avatars", lambda: jira.project_avatars("WEB"))
call("fields", jira.fields)
call("issue types", jira.issue_types)
call("issue type", lambda: jira.issue_type(jira.issue_types()[0].id))
call("priorities", jira.priorities)
call("priority", lambda: jira.priority(jira.priorities()[0].id))
call("resolutions", jira.resolutions)
call("resolution", lambda: jira.resolution(jira.resolutions()[0].id))
call("statuses", jira.statuses)
call("status", lambda: jira.status(jira.statuses()[0].id))
call("status categories", jira.statuscategories)
call("link types", jira.issue_link_types)
call("security level", lambda: jira.security_level("10000"))
call("groups", jira.groups)
call("group members", lambda: jira.group_members("jira-administrators"))
call("my permissions", lambda: jira.my_permissions(permissions=["BROWSE_PROJECTS"]))
call("application properties", jira.application_properties)
call("create meta", lambda: jira.createmeta("WEB"))
call("favourite filters", jira.favourite_filters)
call("dashboards", jira.dashboards)
call("dashboard", lambda: jira.dashboard(jira.dashboards()[0].id))
call("screens", lambda: jira._get_json("screens"))
call("attachment meta", jira.attachment_meta)
call("custom field option", lambda: jira.custom_field_option("10000"))
call("search", lambda: search("project = WEB order by key", maxResults=5))
call("search json", lambda: jira.search_issues("project = WEB", maxResults=5, json_result=True))
issue = call("issue", lambda: jira.issue("WEB-3", expand="changelog"))
call("transitions", lambda: jira.transitions("WEB-3"))
call("edit meta", lambda: jira.editmeta("WEB-3"))
call("comments", lambda: jira.comments("WEB-3"))
call("worklogs", lambda: jira.worklogs("WEB-3"))
call("watchers", lambda: jira.watchers("WEB-3"))
call("votes", lambda: jira.votes("WEB-3"))
call("remote links", lambda: jira.remote_links("WEB-3"))
call("issue properties", lambda: jira.issue_properties("WEB-3"))
call("assignable users", lambda: jira.search_assignable_users_for_issues(query="m", project="WEB", username="m"))
call("search users", lambda: jira.search_users(query="m", user="m"))
boards = call("boards", jira.boards)
board = boards[0].id if boards else 1
sprints = call("sprints", lambda: jira.sprints(board))
call("sprint", lambda: jira.sprint(sprints[0].id))
call("sprints by name", lambda: jira.sprints_by_name(board))
call("rank", lambda: jira.rank("WEB-3", next_issue="WEB-2"))

fields = {"project": {"key": "WEB"}, "issuetype": {"name": "Task"}, "summary": "Print"}
made = call("create issue", lambda: jira.create_issue(fields=fields))
key = made.key if made else "WEB-3"
call("update issue", lambda: made.update(summary="Print again"))
call("assign issue", lambda: jira.assign_issue(key, None))
comment = call("add comment", lambda: jira.add_comment(key, "A comment"))
call("update comment", lambda: comment.update(body="Another"))
call("delete comment", lambda: comment.delete())
worklog = call("add worklog", lambda: jira.add_worklog(key, timeSpent="1h"))
call("delete worklog", lambda: worklog.delete())
call("transition", lambda: jira.transition_issue(key, jira.transitions(key)[0]["id"]))
call("create link", lambda: jira.create_issue_link("Blocks", key, "WEB-3"))
call("add watcher", lambda: jira.add_watcher(key, jira.myself().get("accountId") or jira.myself().get("name")))
call("add vote", lambda: jira.add_vote(key))
call("remove vote", lambda: jira.remove_vote(key))
call("add remote link", lambda: jira.add_simple_link(key, {"url": "https://example.com", "title": "A page"}))
call("add attachment", lambda: jira.add_attachment(key, io.BytesIO(b"text"), filename="a.txt"))
call("create sprint", lambda: jira.create_sprint("A sprint", board))
call("create version", lambda: jira.create_version("v9", "WEB"))
call("create component", lambda: jira.create_component("Parts", "WEB"))
call("create filter", lambda: jira.create_filter("A filter", jql="project = WEB"))
call("delete issue", lambda: made.delete())
