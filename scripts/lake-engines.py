"""The rows of all views of a lake by one engine, as JSON lines: `python3 lake-engines.py ENGINE LAKE VIEWS [POSTGRES_URL]`.

Needs the engine's own package: duckdb, chdb (ClickHouse), pyspark, or psycopg2 and pyarrow (PostgreSQL, which loads the files).
"""
import datetime
import decimal
import glob
import io
import json
import os
import sys

engine, lake, folder, *more = sys.argv[1:]
tables = sorted(name for name in os.listdir(lake) if os.path.isdir(f"{lake}/{name}"))
views = {os.path.basename(path)[:-4]: open(path).read() for path in sorted(glob.glob(f"{folder}/*.sql"))}


def files(table):
    return sorted(glob.glob(f"{lake}/{table}/**/*.parquet", recursive=True))


def plain(value):
    if isinstance(value, decimal.Decimal):
        return float(value)
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    return value


def write(view, names, rows):
    for row in rows:
        print(json.dumps({"view": view, "row": dict(zip(names, map(plain, row)))}))


def duckdb_rows():
    import duckdb

    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    for table in tables:
        connection.execute(f"create view {table} as select * from read_parquet('{lake}/{table}/**/*.parquet', hive_partitioning = false)")
    for view, text in views.items():
        cursor = connection.execute(text)
        write(view, [each[0] for each in cursor.description], cursor.fetchall())


def clickhouse_rows():
    from chdb import session

    chdb = session.Session()
    chdb.query("create database lake")
    for table in tables:
        chdb.query(f"create view lake.{table} as select * from file('{lake}/{table}/**/*.parquet', Parquet)")
    for view, text in views.items():
        # Missing rows of outer joins are null in the standard, and zero in ClickHouse.
        reply = chdb.query(f"use lake; {text} settings join_use_nulls = 1, prefer_column_name_to_alias = 1", "JSONCompact")
        found = json.loads(str(reply))
        write(view, [each["name"] for each in found["meta"]], found["data"])


def spark_rows():
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "4").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    for table in tables:
        spark.read.parquet(*files(table)).createOrReplaceTempView(table)
    for view, text in views.items():
        found = spark.sql(text)
        write(view, found.columns, found.collect())


TYPES = {"int64": "bigint", "int32": "integer", "double": "double precision", "string": "text", "bool": "boolean", "date32[day]": "date"}


def postgres_rows():
    import psycopg2
    import pyarrow.csv
    import pyarrow.parquet

    connection = psycopg2.connect(more[0])
    cursor = connection.cursor()
    cursor.execute("create schema lake; set search_path to lake; set timezone to 'UTC'")
    for table in tables:
        for at, path in enumerate(files(table)):
            rows = pyarrow.parquet.ParquetFile(path).read()
            if at == 0:
                columns = ", ".join(f'"{each.name}" {TYPES.get(str(each.type), "timestamptz")}' for each in rows.schema)
                cursor.execute(f'create table "{table}" ({columns})')
            text = io.BytesIO()
            pyarrow.csv.write_csv(rows, text, pyarrow.csv.WriteOptions(include_header=False))
            text.seek(0)
            cursor.copy_expert(f'copy "{table}" from stdin (format csv)', text)
    cursor.execute("analyze")
    for view, text in views.items():
        cursor.execute(text)
        write(view, [each.name for each in cursor.description], cursor.fetchall())
    connection.rollback()


{"duckdb": duckdb_rows, "clickhouse": clickhouse_rows, "spark": spark_rows, "postgresql": postgres_rows}[engine]()
