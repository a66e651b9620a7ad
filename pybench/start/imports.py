"""Imports what many programs import."""
import argparse
import collections
import dataclasses
import datetime
import functools
import itertools
import json
import logging
import os
import re
import typing
