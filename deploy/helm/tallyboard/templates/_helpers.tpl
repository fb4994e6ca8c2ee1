{{- define "tallyboard.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "tallyboard.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "tallyboard.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "tallyboard.check" -}}
{{- if not .Values.publicUrl }}{{ fail "Set publicUrl, the https address that people type." }}{{ end }}
{{- if not .Values.secret.name }}{{ fail "Set secret.name, a Secret with the key that encrypts tokens (docs/deploy.md#kubernetes)." }}{{ end }}
{{- if and (gt (int .Values.replicas) 1) (not .Values.secret.databaseUrl) }}{{ fail "More than one server needs PostgreSQL: set secret.databaseUrl, or replicas to 1." }}{{ end }}
{{- if and .Values.jira.jql (not .Values.jira.site) }}{{ fail "A mirror needs jira.site." }}{{ end }}
{{- if and .Values.jira.jql (not .Values.secret.jiraToken) }}{{ fail "A mirror needs secret.jiraToken." }}{{ end }}
{{- if and .Values.jira.site .Values.demo }}{{ fail "The demo is not shown beside a Jira: leave out jira.site or demo." }}{{ end }}
{{- if not (or .Values.oidc.issuer .Values.secret.passwordHash) }}{{ fail "Nobody could sign in: set oidc.issuer or secret.passwordHash." }}{{ end }}
{{- if and .Values.oidc.issuer (not (or .Values.oidc.allowedDomains .Values.oidc.allowedEmails)) }}{{ fail "Set oidc.allowedDomains or oidc.allowedEmails: who may sign in." }}{{ end }}
{{- if and .Values.serviceMonitor.enabled (not .Values.serviceMonitor.keySecret.name) }}{{ fail "Set serviceMonitor.keySecret.name, a Secret with an access key (docs/metrics.md)." }}{{ end }}
{{- end }}

{{- define "tallyboard.podSecurity" -}}
runAsNonRoot: true
# The user node of the image.
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{/* What the server and the mirror share. */}}
{{- define "tallyboard.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
resources:
  {{- toYaml .Values.resources | nindent 2 }}
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: {{ .secretVolume }}
    mountPath: /run/secrets/tallyboard
    readOnly: true
{{- end }}

{{/* Keys of the Secret that a container needs, as a volume. */}}
{{- define "tallyboard.secretVolume" -}}
- name: {{ .name }}
  secret:
    secretName: {{ .Values.secret.name }}
    defaultMode: 0440
    items:
      {{- range compact .keys }}
      - key: {{ . }}
        path: {{ . }}
      {{- end }}
{{- end }}

{{- define "tallyboard.serverSecret" -}}
{{- $secret := .Values.secret }}
{{- $token := ternary $secret.jiraToken "" (and (ne .Values.jira.site "") (eq .Values.jira.jql "")) }}
{{- $keys := list $secret.key $secret.databaseUrl $secret.passwordHash $secret.oidcClientSecret $token }}
{{- include "tallyboard.secretVolume" (merge (dict "name" "server-secret" "keys" $keys) .) }}
{{- end }}

{{- define "tallyboard.mirrorSecret" -}}
{{- $secret := .Values.secret }}
{{- $keys := list $secret.key $secret.databaseUrl $secret.jiraToken }}
{{- include "tallyboard.secretVolume" (merge (dict "name" "mirror-secret" "keys" $keys) .) }}
{{- end }}

{{- define "tallyboard.volumes" -}}
- name: tmp
  emptyDir: {}
- name: data
  {{- if .Values.secret.databaseUrl }}
  emptyDir: {}
  {{- else }}
  persistentVolumeClaim:
    claimName: {{ .Values.persistence.existingClaim | default (include "tallyboard.name" .) }}
  {{- end }}
{{- end }}

{{- define "tallyboard.secretFile" -}}
- name: {{ index . 0 }}_FILE
  value: /run/secrets/tallyboard/{{ index . 1 }}
{{- end }}

{{- define "tallyboard.env" -}}
{{ include "tallyboard.secretFile" (list "TALLYBOARD_KEY" .Values.secret.key) }}
{{- with .Values.secret.databaseUrl }}
{{ include "tallyboard.secretFile" (list "DATABASE_URL" .) }}
{{- end }}
{{- with .Values.env }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "tallyboard.jiraEnv" -}}
{{- with .Values.secret.jiraToken }}
{{ include "tallyboard.secretFile" (list "TALLYBOARD_TOKEN" .) }}
{{- end }}
{{- with .Values.jira.email }}
- name: TALLYBOARD_EMAIL
  value: {{ . | quote }}
{{- end }}
{{- end }}

{{- define "tallyboard.mirror" -}}
- name: mirror
  {{- include "tallyboard.container" (merge (dict "secretVolume" "mirror-secret") .) | nindent 2 }}
  args: [mirror, --site, {{ .Values.jira.site | quote }}, --jql, {{ .Values.jira.jql | quote }}, --data, /data]
  env:
    {{- include "tallyboard.env" . | nindent 4 }}
    {{- include "tallyboard.jiraEnv" . | trim | nindent 4 }}
{{- end }}
