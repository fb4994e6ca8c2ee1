"""Facts of raw Jira issues on Apache Spark: the derivation is Tallyboard's own program, which each task pipes its issues through.

    spark-submit derive_facts.py --issues RAW --site site.json --out OUT [--program "tallyboard"] [--parts 64]

RAW      files of JSON lines (a folder, a pattern, any file system of Spark): one issue in each line, with all fields and its
         changelog, as Jira's search returns it
site     what `tallyboard derive --describe` wrote
OUT      gets `facts/TABLE/*.parquet` and `rejected`: lines that could not be read, with the reason
program  the command on every machine that runs tasks; it needs Node there
parts    the number of tasks, and of files of a large table. The files depend on it, and not on the number of machines.
"""
import argparse
import json
import shlex
import subprocess
import threading

from pyspark import SparkFiles
from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as F

TYPES = {"int": "bigint", "double": "double", "text": "string", "bool": "boolean", "time": "timestamp", "day": "date"}
# Rows of these are of the site, and come from several tasks.
SHARED = {
    "project": ["project_id"],
    "person": ["person_id"],
    "status": ["status_id"],
    "issue_type": ["type_id"],
    "sprint": ["sprint_id"],
    "version": ["version_id"],
    "workflow_column": ["workflow", "position"],
}
SITE = {"meta", "day", "board"}
ORDER = ["workflow", "sprint_id", "issue_id", "unit", "field", "position", "worklog_id", "started_at"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("issues", "site", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--program", default="tallyboard")
    parser.add_argument("--parts", type=int, default=64)
    return parser.parse_args()


def derive(program, site_name):
    """Pipes a partition of raw issues through the program; its lines are the table and the row of each fact."""

    def of(lines):
        command = [*shlex.split(program), "derive", "--site", SparkFiles.get(site_name)]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

        def feed():
            try:
                for line in lines:
                    process.stdin.write(line.value + "\n")
            except BrokenPipeError:
                pass  # its exit code says why
            finally:
                process.stdin.close()

        feeder = threading.Thread(target=feed)
        feeder.start()
        for line in process.stdout:
            # {"table":"issue","row":{...}}
            end = line.index('"', 10)
            yield line[10:end], line[end + 8 : line.rindex("}")]
        feeder.join()
        if process.wait() != 0:
            raise RuntimeError(f"{command[0]} ended with {process.returncode}")

    return of


PARENT_FIELDS = {"parent", "parent issue", "issueparentassociation"}


def parents_of(text):
    """Ids and keys of the parents that a sub-task has and had, whose sprints it has."""
    try:
        issue = json.loads(text)
        fields = issue["fields"]
        kind = fields["issuetype"]
        if not kind.get("subtask") and kind.get("hierarchyLevel") != -1:
            return []
        found = {fields["parent"].get("id"), fields["parent"].get("key")}
        for history in (issue.get("changelog") or {}).get("histories") or []:
            for item in history.get("items") or []:
                if item["field"].lower() in PARENT_FIELDS and item.get("fieldtype") != "custom":
                    found |= {item.get(name) for name in ("from", "fromString", "to", "toString")}
        return sorted(str(name) for name in found if name)
    except (AttributeError, KeyError, TypeError, ValueError):
        return []  # the program says what is wrong with the line


def with_parents(raw):
    """Each line of a sub-task brings its parents, so that its facts do not depend on the task that derives it."""
    names = F.udf(parents_of, "array<string>")
    asked = raw.select("value", F.explode(names("value")).alias("name")).distinct()
    known = raw.select(
        F.col("value").alias("parent"),
        F.explode(F.array(F.get_json_object("value", "$.id"), F.get_json_object("value", "$.key"))).alias("name"),
    )
    found = asked.join(known, "name").groupBy("value").agg(F.array_sort(F.collect_set("parent")).alias("parents"))
    line = F.concat(F.lit('{"parents":['), F.array_join("parents", ","), F.lit("],"), F.expr("substring(trim(value), 2)"))
    both = raw.join(found, "value", "left")
    return both.select(F.when(F.col("parents").isNull(), F.col("value")).otherwise(line).alias("value"))


def typed(rows, columns):
    """The rows of a table, JSON texts, with its columns."""
    schema = ", ".join(f"`{column['name']}` {TYPES[column['type']]}" for column in columns)
    return rows.select(F.from_json("value", schema).alias("row")).select("row.*")


def once(table, keys):
    """One row for each key: the first of those that say most, so that the order in which tasks end does not matter."""
    others = [name for name in table.columns if name not in keys]
    known = sum(F.col(name).isNotNull().cast("int") for name in others) if others else F.lit(0)
    place = Window.partitionBy("source", *keys).orderBy(known.desc(), *[F.col(name).asc() for name in others])
    return table.withColumn("place", F.row_number().over(place)).where("place = 1").drop("place")


def main():
    asked = arguments()
    spark = SparkSession.builder.appName("tallyboard facts").getOrCreate()
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    # The number of files is ours alone.
    spark.conf.set("spark.sql.adaptive.enabled", "false")
    spark.conf.set("spark.sql.shuffle.partitions", asked.parts)
    program = shlex.split(asked.program)
    tables = json.loads(subprocess.check_output([*program, "derive", "--tables"], text=True))
    spark.sparkContext.addFile(asked.site)
    raw = with_parents(spark.read.text(asked.issues).where(F.trim("value") != ""))
    # All lines of an issue meet in one task, which names those that come twice.
    of_issue = F.coalesce(F.get_json_object("value", "$.id"), F.col("value"))
    split = raw.withColumn("id", of_issue).repartition(asked.parts, "id").sortWithinPartitions("id", "value")
    facts = split.select("value").rdd.mapPartitions(derive(asked.program, asked.site.rsplit("/", 1)[-1]))
    stage = f"{asked.out}/stage"
    facts.toDF("table string, value string").write.mode("overwrite").partitionBy("table").text(stage)
    derived = spark.read.schema("value string, table string").text(stage)
    derived.where("table = 'rejected'").select("value").coalesce(1).write.mode("overwrite").text(f"{asked.out}/rejected")
    shared = subprocess.check_output([*program, "derive", "--shared", "--site", asked.site], text=True).splitlines()
    site = [(each["table"], json.dumps(each["row"])) for each in map(json.loads, shared)]
    of_site = spark.createDataFrame(site, "table string, value string")
    for name, columns in tables.items():
        rows = (of_site if name in SITE else derived).where(F.col("table") == name)
        table = typed(rows, columns)
        order = [key for key in ORDER if key in table.columns]
        if name in SITE or name in SHARED:
            table = once(table, SHARED[name]) if name in SHARED else table
            table = table.coalesce(1).sortWithinPartitions(*table.columns)
        else:
            table = table.repartition(asked.parts, "issue_id").sortWithinPartitions(*order)
        table.write.mode("overwrite").option("compression", "zstd").parquet(f"{asked.out}/facts/{name}")
    path = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(stage)
    path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration()).delete(path, True)
    spark.stop()


if __name__ == "__main__":
    main()
